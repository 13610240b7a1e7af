"""Find equal answers of other students, for the page on which an answer is graded by hand.

Entry points: `comments_before`, `gradable_files`, `waiting_cells`, `WriteUps.equal`.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from nbgrader.api import (
    BaseCell,
    Comment,
    Grade,
    Gradebook,
    Notebook,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.coursedir import CourseDirectory
from sqlalchemy import func

from ..course.policy import held_students
from ..files.digests import canonical
from ..files.times import utc_now
from ..gradebook.answers import Answers, equal_answers, files_of, read_graded
from ..gradebook.definition import NotebookDefinition, definition_of
from ..gradebook.hand_grading import NO_POINTS, Points

OFFERED = 12  # at most so many comments are offered for a cell


class WaitingCell(NamedTuple):
    """A cell that waits for manual grading: its submitted notebook's id, name and autograded file.

    `student` is the student's name as formgrader writes it, or the id. `has_points` is True if a
    person gave it points or extra credit before, such as for an answer that has changed since.
    """

    submission: str
    student_id: str
    student: str
    cell: str
    path: Path
    has_points: bool = False


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


def gradable_files(
    coursedir: CourseDirectory, gradebook: Gradebook, notebook: Notebook
) -> dict[str, Path]:
    """Return each student's autograded file of a notebook.

    Students without one are left out, and those who are held back until the due date.
    """
    assignment = notebook.assignment.name
    held = held_students(coursedir, gradebook, assignment, utc_now())
    students = (
        gradebook.db.query(SubmittedAssignment.student_id)
        .join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
        .filter(SubmittedNotebook.notebook_id == notebook.id)
    )
    files = {}
    for (student,) in students:
        path = autograded_file(coursedir, assignment, student, notebook.name)
        if student not in held and path.is_file():
            files[student] = path
    return files


def waiting_cells(
    files: Mapping[str, Path], gradebook: Gradebook, notebook: Notebook
) -> list[WaitingCell]:
    """Find the cells of a notebook's submissions that wait for manual grading.

    `files` are those of `gradable_files`; other students' submissions are left out.
    """
    rows = (
        gradebook.db.query(
            SubmittedNotebook.id,
            Student.id,
            Student.last_name,
            Student.first_name,
            BaseCell.name,
            Grade.manual_score,
            Grade.extra_credit,
        )
        .join(Grade, Grade.notebook_id == SubmittedNotebook.id)
        .join(BaseCell, BaseCell.id == Grade.cell_id)
        .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
        .join(Student, Student.id == SubmittedAssignment.student_id)
        .filter(SubmittedNotebook.notebook_id == notebook.id, Grade.needs_manual_grade)
        .order_by(SubmittedNotebook.id)
    )
    found = []
    for submission, student, last, first, cell, *points in rows:
        name = f"{last}, {first}" if last and first else student
        if student in files:
            has_points = Points(*points) != NO_POINTS
            found.append(WaitingCell(submission, student, name, cell, files[student], has_points))
    return found


def autograded_file(
    coursedir: CourseDirectory, assignment: str, student: str, notebook: str
) -> Path:
    """Return the path of an autograded notebook."""
    step = coursedir.autograded_directory
    return Path(coursedir.format_path(step, student, assignment), f"{notebook}.ipynb")


def course_notebook(coursedir: CourseDirectory, this: SubmittedNotebook) -> NotebookDefinition:
    """Read the definition of a submitted notebook: which of its cells are the course's."""
    assignment = this.assignment.assignment.name
    steps = (coursedir.source_directory, coursedir.release_directory)
    folders = (Path(coursedir.format_path(step, ".", assignment)) for step in steps)
    return definition_of(this.notebook, *folders)


def notebook_state(path: Path) -> str:
    """Return a text that changes with an autograded notebook; "" if there is none.

    It changes with the files next to the notebook, too, because its page shows pictures of these.
    """
    try:
        parts = [hashlib.sha256(path.read_bytes()).hexdigest(), files_of(path.parent)]
    except OSError:
        return ""
    return hashlib.sha256(canonical(parts)).hexdigest()


class WriteUps:
    """The answers in autograded notebooks; a folder is read again only once it changes."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[object, Answers]] = {}

    def equal(
        self, path: Path, waiting: Iterable[WaitingCell], course: NotebookDefinition
    ) -> dict[str, list[WaitingCell]]:
        """Return the waiting cells that are equal to those of a notebook, by the cell's name.

        `path` is the autograded notebook, whose own cells are left out, and `course` its
        definition. Cells that a person gave points before are left out too: only their own page
        shows these points.
        """
        own = self._answers(path, course)
        equal: dict[str, list[WaitingCell]] = {}
        for cell in waiting:
            if cell.path == path or cell.has_points:
                continue
            if cell.cell in equal_answers(own, self._answers(cell.path, course)):
                equal.setdefault(cell.cell, []).append(cell)
        return equal

    def _answers(self, path: Path, course: NotebookDefinition) -> Answers:
        try:
            state = (list(_states(path.parent)), course)
            if path not in self._known or self._known[path][0] != state:
                self._known[path] = state, read_graded(path.parent, path.stem, course)
        except OSError:
            return Answers()
        return self._known[path][1]


def _states(folder: Path) -> Iterator[tuple[Path, int, int]]:
    """Yield the path, the time of the last change and the size of each file in a folder."""
    for path in sorted(folder.rglob("*")):
        status = path.stat()
        yield path, status.st_mtime_ns, status.st_size
