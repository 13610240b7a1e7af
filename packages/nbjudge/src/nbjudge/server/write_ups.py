"""Comparison of a submission with the others of its notebook, for the page to grade it by hand.

Entry points: `comments_before`, `waiting_cells`, `WriteUps.equal`.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from nbgrader.api import (
    BaseCell,
    Comment,
    Grade,
    Gradebook,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.coursedir import CourseDirectory
from sqlalchemy import func

from ..files.times import utc_now
from ..watch.policy import held_students

OFFERED = 12  # at most so many comments are offered for a cell


class WaitingCell(NamedTuple):
    """A cell that waits for manual grading: its submitted notebook's id, name and autograded file.

    `student` is the student's name as formgrader writes it, or the id.
    """

    submission: str
    student: str
    cell: str
    path: Path


def comments_before(gradebook: Gradebook, this: SubmittedNotebook) -> dict[str, list[str]]:
    """Find the comments that people have given in the cells of a notebook.

    Return those in all its submissions, by the cell's name: the most frequent first, at most
    `OFFERED`.
    """
    given = (
        gradebook.db.query(BaseCell.name, Comment.manual_comment, func.count())
        .join(BaseCell, Comment.cell_id == BaseCell.id)
        .filter(BaseCell.notebook_id == this.notebook_id, Comment.manual_comment != "")
        .group_by(BaseCell.name, Comment.manual_comment)
        .order_by(func.count().desc(), Comment.manual_comment)
    )
    found: dict[str, list[str]] = {}
    for cell, comment, _ in given:
        if len(comments := found.setdefault(cell, [])) < OFFERED:
            comments.append(comment)
    return found


def waiting_cells(
    coursedir: CourseDirectory, gradebook: Gradebook, this: SubmittedNotebook
) -> list[WaitingCell]:
    """Find the cells of a notebook's submissions that wait for manual grading.

    Submissions without an autograded file are left out, and those held back until the due date.
    `this` is any submission of the notebook.
    """
    assignment = this.assignment.assignment.name
    held = held_students(coursedir, gradebook, assignment, utc_now())
    rows = (
        gradebook.db.query(
            SubmittedNotebook.id,
            Student.id,
            Student.last_name,
            Student.first_name,
            BaseCell.name,
        )
        .join(Grade, Grade.notebook_id == SubmittedNotebook.id)
        .join(BaseCell, BaseCell.id == Grade.cell_id)
        .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
        .join(Student, Student.id == SubmittedAssignment.student_id)
        .filter(SubmittedNotebook.notebook_id == this.notebook_id, Grade.needs_manual_grade)
        .order_by(SubmittedNotebook.id)
    )
    found = []
    for submission, student, last, first, cell in rows:
        name = f"{last}, {first}" if last and first else student
        path = autograded_file(coursedir, assignment, student, this.notebook.name)
        if student not in held and path.is_file():
            found.append(WaitingCell(submission, name, cell, path))
    return found


def autograded_file(
    coursedir: CourseDirectory, assignment: str, student: str, notebook: str
) -> Path:
    """Return the path of an autograded notebook."""
    step = coursedir.autograded_directory
    return Path(coursedir.format_path(step, student, assignment), f"{notebook}.ipynb")


class WriteUps:
    """Digests of the cells of autograded notebooks; a file is read again only once it changes."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[tuple[int, int], dict[str, str]]] = {}

    def equal(self, path: Path, waiting: Iterable[WaitingCell]) -> dict[str, list[WaitingCell]]:
        """Return the waiting cells that are equal to those of a notebook, by the cell's name.

        `path` is the autograded notebook, whose own cells are passed over.
        """
        own = self._digests(path)
        found: dict[str, list[WaitingCell]] = {}
        for each in waiting:
            digest = own.get(each.cell)
            if digest and each.path != path and self._digests(each.path).get(each.cell) == digest:
                found.setdefault(each.cell, []).append(each)
        return found

    def _digests(self, path: Path) -> dict[str, str]:
        try:
            status = path.stat()
            state = status.st_mtime_ns, status.st_size
            if self._known.get(path, (None,))[0] != state:
                cells = json.loads(path.read_bytes())["cells"]
                self._known[path] = state, dict(filter(None, map(_digest, cells)))
        except (OSError, ValueError, LookupError):
            return {}
        return self._known[path][1]


def _digest(cell: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the name of a cell and a digest of all that a person sees of it."""
    name = cell["metadata"].get("nbgrader", {}).get("grade_id")
    seen = ["".join(cell["source"]).strip(), cell.get("outputs"), cell.get("attachments")]
    content = json.dumps(seen, sort_keys=True).encode()
    return (name, hashlib.sha256(content).hexdigest()) if name else None
