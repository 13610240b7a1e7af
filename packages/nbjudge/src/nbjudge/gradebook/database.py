"""Access to the gradebook of a course, and to the scores that a person has entered in it."""

import datetime
import difflib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from nbgrader.api import (
    Assignment,
    BaseCell,
    Grade,
    Gradebook,
    MissingEntry,
    Notebook,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.coursedir import CourseDirectory
from sqlalchemy import Select, or_, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.orm import Session

from ..errors import RunStoppedError, UsageError
from ..files.text import one_line


def database_file(url: str) -> Path | None:
    """Return the file of an SQLite database; None for another kind of database.

    SQLAlchemy's URL may name the file by its path or by its URI.
    """
    database = make_url(url)
    if database.get_backend_name() != "sqlite" or not database.database:
        return None
    name = database.database
    if name.startswith("file:"):  # https://www.sqlite.org/uri.html
        name = unquote(urlsplit(name).path)
    return Path(name)


@contextmanager
def open_gradebook(coursedir: CourseDirectory) -> Iterator[Gradebook]:
    """Open the gradebook of a course, for a `with` statement.

    Raises `UsageError` if its URL is malformed, or names an SQLite file that does not exist:
    nbgrader would create an empty gradebook. Raises `RunStoppedError` if it cannot be opened or
    read, because it is damaged or its server does not answer; also for an error of the database
    inside the `with` statement.
    """
    try:
        database = make_url(coursedir.db_url)
    except ArgumentError as error:
        sentence = "CourseDirectory.db_url, the address of the gradebook, is not a database URL"
        raise UsageError(f"{sentence}. Example: sqlite:////folder/gradebook.db") from error
    file = database_file(coursedir.db_url)
    if database.get_backend_name() == "sqlite" and not (file and file.is_file()):
        raise UsageError(
            f"There is no gradebook {file}. Run this command in the course folder, after "
            f"nbgrader generate_assignment {coursedir.assignment_id or 'ASSIGNMENT'}"
        )
    try:
        gradebook = Gradebook(coursedir.db_url, coursedir.course_id)
    except (SQLAlchemyError, ModuleNotFoundError) as error:  # the database's driver may be missing
        raise RunStoppedError(f"The gradebook cannot be opened: {first_line(error)}") from error
    try:
        with gradebook:
            yield gradebook
    except SQLAlchemyError as error:
        sentence = f"The gradebook cannot be read: {first_line(error)}"
        raise RunStoppedError(f"{sentence}. If it is old, run nbgrader db upgrade") from error


def find_assignment(gradebook: Gradebook, name: str) -> Assignment:
    """Find an assignment in an open gradebook.

    Raises `UsageError` if the gradebook does not hold it. The message names those that it holds.
    """
    try:
        return gradebook.find_assignment(name)
    except MissingEntry:
        known = [assignment.name for assignment in gradebook.assignments]
        near = difflib.get_close_matches(name, known, 1)
        advice = (
            f"Did you mean {near[0]}?"
            if near
            else f"Correct the name, or run nbgrader generate_assignment {name}"
        )
        holds = ", ".join(known) or "none"
        raise UsageError(
            f"The gradebook has no assignment {name!r} (it has: {holds}). {advice}"
        ) from None


def first_line(error: BaseException) -> str:
    """Return the database's own message for an error, in one line."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return one_line((str(cause).strip() or type(cause).__name__).splitlines()[0])


@dataclass
class KnownSubmission:
    """Submission that the gradebook already holds, with the scores that a person entered.

    `timestamp` and `extension` are those of `nbgrader.api.SubmittedAssignment`, None if not set.
    `manual` maps (notebook, cell) to the manual score and the extra credit, each None if not given.
    """

    timestamp: datetime.datetime | None
    extension: datetime.timedelta | None
    manual: dict[tuple[str, str], tuple[float | None, float | None]] = field(default_factory=dict)

    def due(self, duedate: datetime.datetime | None) -> datetime.datetime | None:
        """Return the student's due date, where `duedate` is that of the class, or None."""
        return duedate + self.extension if duedate and self.extension else duedate


def select_grades(*columns: Any) -> Select[Any]:
    """Return a query of grades, joined with the cell, notebook, submission and assignment."""
    return (
        select(*columns)
        .select_from(SubmittedAssignment)
        .join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
        .join(Notebook, Notebook.id == SubmittedNotebook.notebook_id)
        .join(Assignment, Assignment.id == Notebook.assignment_id)
        .join(Grade, Grade.notebook_id == SubmittedNotebook.id)
        .join(BaseCell, BaseCell.id == Grade.cell_id)
    )


def read_known_submissions(gradebook: Gradebook, assignment: str) -> dict[str, KnownSubmission]:
    """Read the submissions that the gradebook already holds, by student."""
    submissions = (
        select(
            SubmittedAssignment.student_id,
            SubmittedAssignment.timestamp,
            SubmittedAssignment.extension,
        )
        .join(Assignment)
        .where(Assignment.name == assignment)
    )
    names = (SubmittedAssignment.student_id, Notebook.name, BaseCell.name)
    entered = (
        select_grades(*names, Grade.manual_score, Grade.extra_credit)
        .where(or_(Grade.manual_score.is_not(None), Grade.extra_credit.is_not(None)))
        .where(Assignment.name == assignment)
    )
    with Session(gradebook.engine) as session:
        rows = session.execute(submissions)
        known = {student: KnownSubmission(*times) for student, *times in rows}
        for student, notebook, cell, *scores in session.execute(entered):
            known[student].manual[notebook, cell] = tuple(scores)
    return known
