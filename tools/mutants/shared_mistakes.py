"""Print which students share a mistake: whose answers compute the same as a known wrong answer.

    python tools/mutants/shared_mistakes.py ASSIGNMENT [COURSE]

reads the graded notebooks in COURSE/autograded/ (COURSE: this repository), and runs the answers
that failed a check in the sandbox, on the battery of the task. It takes about a second for each.
Printed are, task by task, the students who share a known mistake, and those who share a new one.
COURSE/ASSIGNMENT-outputs.csv has the same for `nbjudge report` (tools/grading/same_outputs.py).

Entry points: `digest_of` for an answer, `known_mistakes` for the known ones, `compare` for a class.

Two answers are alike if their outputs are equal on the whole battery of the task. Outputs of a few
inputs would not do: there, a mistake that nobody knows looks like one that is known.
"""

import argparse
import importlib
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

if __name__ == "__main__":
    TOOLS = Path(__file__).resolve().parents[1]
    sys.path[:0] = [str(TOOLS), str(TOOLS / "grading")]

from answer_bank import ANSWERS, load_cases
from course import ROOT, read_assignments
from own_code import MALFORMED, read_answer, read_code
from same_outputs import Outputs, digest_of_source, write_outputs

from mutants.observing import digest, type_and_text
from mutants.outputs import outputs_of
from mutants.sandboxed import Sandboxed

AS_RIGHT = "On the inputs of the battery, computes what a right answer computes."


class Group(NamedTuple):
    """Students whose answers compute the same.

    `mistakes` are the descriptions of the known wrong answers that compute the same, too. If there
    are none, the mistake is a new one.
    """

    students: list[str]
    mistakes: list[str]


def digest_of(assignment: str, function: str, text: str) -> str | None:
    """Return a digest of what an answer computes on its battery.

    Returns None if the outputs say nothing of a mistake: the answer defines no such function, is
    not written, takes too long, or ends the process.

    Arguments:
        assignment: the name of the assignment.
        function: the name of the function, which must have a battery.
        text: the source of the solution cell.
    """
    return digest(outputs_of(assignment, function, text, words_of=type_and_text))


def known_mistakes(assignment: str, function: str) -> dict[str, list[str]]:
    """Return {digest: descriptions} of the known answers to a function.

    If a right answer computes the same, as with a call that the task forbids, the description of a
    wrong one is replaced by AS_RIGHT.
    """
    cases = [
        case for case in load_cases() if (case.assignment, case.function) == (assignment, function)
    ]
    mistakes: dict[str, list[str]] = {}
    for case in cases:
        outputs = digest_of(assignment, function, case.source)
        if outputs is not None:
            mistakes.setdefault(outputs, []).append(AS_RIGHT if case.is_right else case.description)
    return {
        outputs: [AS_RIGHT] if AS_RIGHT in named else named for outputs, named in mistakes.items()
    }


def compare(digests: Mapping[str, str | None], known: Mapping[str, list[str]]) -> list[Group]:
    """Group the students who lost points of a task by what their answers compute.

    The largest groups come first. A student alone with an unknown mistake is in no group.

    Arguments:
        digests: {student: what `digest_of` returns}.
        known: what `known_mistakes` returns.
    """
    students: dict[str, list[str]] = {}
    for student, outputs in sorted(digests.items()):
        if outputs is not None:
            students.setdefault(outputs, []).append(student)
    groups = [Group(names, known.get(outputs, [])) for outputs, names in students.items()]
    told = [group for group in groups if group.mistakes or len(group.students) > 1]
    return sorted(told, key=lambda group: (-len(group.students), group.students))


def failed_answers(course: Path, assignment: str) -> dict[str, dict[str, str]]:
    """Return {function: {student: source of the answer}} for answers that failed a check.

    Tasks without a battery are left out.
    """
    batteries = importlib.import_module(f"mutants.{assignment.replace('-', '_')}").BATTERIES
    failed: dict[str, dict[str, str]] = {}
    for function, task in read_assignments()[assignment].functions.items():
        paths = course.glob(f"autograded/*/{assignment}/{task.name}.ipynb")
        for path in sorted(paths) if function in batteries else ():
            source = _failed_answer(path, function)
            if source:
                failed.setdefault(function, {})[path.parts[-3]] = source
    return failed


def _failed_answer(path: Path, function: str) -> str | None:
    """Return the source of an answer in a graded notebook if it failed a check, else None."""
    code = read_code(path)
    try:
        has_failed = any(_has_failed(cell, function) for cell in code)
    except MALFORMED:
        return None
    return read_answer(path, function) if has_failed else None


def _about(cell: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return nbgrader's metadata of a cell."""
    about: Mapping[str, Any] = cell["metadata"].get("nbgrader", {})
    return about


def _has_failed(cell: Mapping[str, Any], function: str) -> bool:
    """Return whether a cell is a check of the function, with points, that ended with an error."""
    about = _about(cell)
    is_check = str(about.get("grade_id")).startswith(f"test-{function}-") and about.get("points")
    return bool(is_check) and any(output["output_type"] == "error" for output in cell["outputs"])


def lines_on(
    assignment: str, function: str, groups: list[Group], answers: Mapping[str, str]
) -> Iterator[str]:
    """Yield what is printed on one task.

    Arguments:
        assignment, function: names, as of `digest_of`.
        groups: what `compare` returns.
        answers: {student: source} of all answers that failed a check.
    """
    named = sum(len(group.students) for group in groups if group.mistakes)
    yield f"{function}: {len(answers)} failed, a known mistake in {named}"
    for group in groups:
        who = ", ".join(group.students)
        if group.mistakes:
            yield f"  {' Or: '.join(group.mistakes)} ({who})"
        else:
            yield f"  {len(group.students)} compute the same, with a mistake that is new: {who}"
            yield textwrap.indent(_printable(answers[group.students[0]].strip()), "    ")
            folder = (ANSWERS / assignment / function).relative_to(ROOT)
            yield f"    To make it known, save it as {folder}/wrong-NAME.py (see docs/authors.md)."


def _printable(source: str) -> str:
    """Return a student's source without characters that a terminal would obey."""
    return "".join(char if char.isprintable() or char == "\n" else "?" for char in source)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("assignment", choices=list(read_assignments()))
    parser.add_argument("course", type=Path, nargs="?", default=ROOT, help="the course folder")
    options = parser.parse_args()
    assignment = options.assignment
    failed = failed_answers(options.course, assignment)
    if not failed:
        sys.exit(f"No graded answer failed. Did you run nbjudge grade {assignment}?")
    rows = []
    with Sandboxed() as sandboxed:
        for function, answers in failed.items():
            digests = {
                student: sandboxed.digest_of(assignment, function, text)
                for student, text in answers.items()
            }
            known = known_mistakes(assignment, function)
            for student, outputs in digests.items():
                answer = digest_of_source(answers[student])
                mistake = " Or: ".join(known.get(outputs or "", []))
                rows.append(Outputs(function, student, answer, outputs or "", mistake))
            print(*lines_on(assignment, function, compare(digests, known), answers), sep="\n")
    print(f"For nbjudge report: {write_outputs(options.course, assignment, rows)}")


if __name__ == "__main__":
    main()
