"""A table for `nbjudge report` of students whose answers compute the same (`c.Report.sections`).

`python tools/mutants/shared_mistakes.py ASSIGNMENT` runs the answers that failed a check, and
writes ASSIGNMENT-outputs.csv into the course folder, which is read here. Nothing is run for the
report.

Entry points: the section `SameOutputs`; `write_outputs`, `compared_functions`.
"""

import csv
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from course import read_assignments
from own_code import read_answer


class Outputs(NamedTuple):
    """A student's answer to a function, and what it computes.

    `answer` is a digest of its source, `outputs` a digest of its outputs, and `mistake` the
    description of known answers with these outputs, or "".
    """

    function: str
    student: str
    answer: str
    outputs: str
    mistake: str


class SameOutputs:
    """The section of the report with the students whose wrong answers compute the same."""

    title = "Known mistakes, by what the answers compute"
    mistakes = True
    caption = (
        "These students' answers return the same as a known wrong answer, or the same as each "
        "other's, on many inputs. After grading, run python tools/mutants/shared_mistakes.py with "
        "the name of the assignment: answers that changed since are left out."
    )

    def rows(self, folder: Path, folders: Mapping[str, Path]) -> Iterator[list[Any]]:
        """Yield a row for each group of students, the largest first; nothing if nothing was run.

        The name of `folder` is the assignment's; `folders` has the autograded folder of each
        student.
        """
        groups: dict[tuple[str, str, str], list[str]] = {}
        for row in _read(folder):
            if row.outputs and row.student in folders and _is_current(row, folder, folders):
                group = groups.setdefault((row.function, row.outputs, row.mistake), [])
                group.append(row.student)
        rows = [
            [mistake or NEW, function, len(students), students]
            for (function, _, mistake), students in groups.items()
            if mistake or len(students) > 1
        ]
        if rows:
            yield ["Mistake", "Task", "Students", "Who"]
            yield from sorted(rows, key=lambda row: (-row[2], row[0], row[3]))


NEW = "A mistake that no known answer has."


def _is_current(row: Outputs, folder: Path, folders: Mapping[str, Path]) -> bool:
    """Return whether the student's graded answer is the one that was run."""
    task = read_assignments()[folder.name].functions.get(row.function)
    if task is None:
        return False
    source = read_answer(folders[row.student] / f"{task.name}.ipynb", row.function)
    return source is not None and digest_of_source(source) == row.answer


def digest_of_source(source: str) -> str:
    """Return a digest of the source of an answer."""
    return hashlib.sha256(source.encode()).hexdigest()


def compared_functions(folder: Path) -> set[str]:
    """Return the functions whose answers were run; `folder` is the assignment's in release/."""
    return {row.function for row in _read(folder)}


def _read(folder: Path) -> list[Outputs]:
    path = path_of(folder.parents[1], folder.name)
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [Outputs(*(row[name] for name in Outputs._fields)) for row in csv.DictReader(file)]


def write_outputs(course: Path, assignment: str, rows: Iterable[Outputs]) -> Path:
    """Write the file that the section reads, in place of an older one; return its path."""
    path = path_of(course, assignment)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([Outputs._fields, *rows])
    return path


def path_of(course: Path, assignment: str) -> Path:
    """Return the path of the file that the section reads."""
    return course / f"{assignment}-outputs.csv"
