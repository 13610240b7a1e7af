"""Write the messages of the answer bank's wrong answers, for `nbjudge report` to compare with.

    python tools/grading/known_answers.py ASSIGNMENT ...

grades every wrong answer to the assignments, which takes some minutes, and regenerates
answers/<assignment>.csv. That file is the table `messages.csv` of `nbjudge report --csv-dir`, with
an answer instead of a student. Its column `name` holds what the answer does, and then the belief
of its author in quotation marks.
"""

import argparse
import csv
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from answer_bank import ANSWERS, ASSIGNMENTS, Case, load_cases, submission_of
from course import ROOT
from misconceptions import as_cell
from nbgrader.api import Gradebook

from nbjudge import CheckMessage, read_messages

HEADER = ["student_id", "name", "notebook", "cell", "points", "of", "error", "message"]


@dataclass
class Grade:
    """The grade of a case: a score and the messages for each test cell of its function."""

    scores: dict[str, float | None] = field(default_factory=dict)
    possible: dict[str, float] = field(default_factory=dict)
    messages: dict[str, list[CheckMessage]] = field(default_factory=dict)

    def __str__(self):
        return "".join(
            f"\n  {cell}: {score}  {' '.join(text for text, _ in self.messages[cell])}"
            for cell, score in self.scores.items()
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Grade the wrong answers in answers/, and note the messages that they get."
    )
    parser.add_argument("assignments", nargs="+", choices=list(ASSIGNMENTS), metavar="ASSIGNMENT")
    for assignment in parser.parse_args().assignments:
        cases = [c for c in load_cases() if c.assignment == assignment and not c.is_right]
        with tempfile.TemporaryDirectory() as scratch:
            course = Path(scratch)
            shutil.copy(ROOT / "nbgrader_config.py", course)
            shutil.copytree(ROOT / "tools", course / "tools")
            shutil.copytree(ROOT / "source" / assignment, course / "source" / assignment)
            subprocess.run(
                [sys.executable, "-m", "nbgrader", "generate_assignment", assignment, "--force"],
                cwd=course,
                check=True,
            )
            rows = known_answers(grade_with_nbjudge(cases, course), cases)
        with (ANSWERS / f"{assignment}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([HEADER, *rows])
        print(f"{len(rows)} messages of {len(cases)} answers: {ANSWERS / assignment}.csv")


def known_answers(grades: Mapping[str, Grade], cases: list[Case]) -> list[list[str]]:
    """Return the lines of the table, one for each message of a test cell without full points."""
    return [
        [
            case.name.partition("/")[2],
            case.description,
            case.task.name,
            cell,
            f"{score:g}",
            f"{grades[case.name].possible[cell]:g}",
            message.error,
            as_cell(message.text),
        ]
        for case in cases
        for cell, score in sorted(grades[case.name].scores.items())
        if score < grades[case.name].possible[cell]
        for message in grades[case.name].messages[cell]
    ]


def grade_with_nbjudge(
    cases: list[Case], course: Path, alone: Container[Case] = ()
) -> dict[str, Grade]:
    """Grade cases of one assignment in the generated `course` with `nbjudge grade`.

    Each case in `alone` gets a submission of its own, because it may change the process for others.
    """
    groups = pack([case for case in cases if case not in alone])
    groups += [[case] for case in cases if case in alone]
    assignment = cases[0].assignment
    submit(groups, course, assignment)
    finished = subprocess.run(
        [sys.executable, "-m", "nbjudge", "grade", assignment],
        cwd=course,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    # 3: most submissions lack notebooks, which need attention.
    if finished.returncode not in (0, 3):
        raise RuntimeError(f"nbjudge grade ended with {finished.returncode}:\n{finished.stdout}")
    return read_grades(groups, course, assignment)


def pack(cases: list[Case]) -> list[list[Case]]:
    """Divide the cases into groups with at most one answer for each function."""
    functions = dict.fromkeys(case.function for case in cases)
    columns = [[case for case in cases if case.function == name] for name in functions]
    return [[case for case in row if case] for row in zip_longest(*columns)]


def submit(groups: list[list[Case]], course: Path, assignment: str) -> None:
    """Submit each group of cases as one student."""
    for number, group in enumerate(groups):
        folder = course / "submitted" / f"s{number:03d}" / assignment
        folder.mkdir(parents=True)
        for file, content in submission_of(group, course / "release" / assignment).items():
            (folder / file).write_bytes(content)


def read_grades(groups: list[list[Case]], course: Path, assignment: str) -> dict[str, Grade]:
    """Read the grades of the submitted groups, by the name of the case."""
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        return {
            case.name: read_grade(gradebook, course / "autograded" / f"s{number:03d}", case)
            for number, group in enumerate(groups)
            for case in group
        }


def read_grade(gradebook: Gradebook, folder: Path, case: Case) -> Grade:
    """Read a case's scores from the gradebook, and the messages from the autograded notebook."""
    notebook, result = case.task.name, Grade()
    submitted = gradebook.find_submission_notebook(notebook, case.assignment, folder.name)
    for score in submitted.grades:
        if score.name.startswith(f"test-{case.function}-"):
            result.scores[score.name] = score.auto_score
            result.possible[score.name] = score.max_score
    path = folder / case.assignment / f"{notebook}.ipynb"
    result.messages = read_messages(path, set(result.scores))
    return result


if __name__ == "__main__":
    main()
