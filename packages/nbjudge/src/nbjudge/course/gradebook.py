"""The gradebook of a course, opened in one place, and what a person has entered in it."""

import datetime
import difflib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
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
from sqlalchemy import or_, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.orm import Session

from ..errors import Stopped, WrongUsage
from .text import one_line


def database_file(url: str) -> Path | None:
    """The file of an SQLite database, by its path or its URI; None for another database.

    Parameters
    ----------
    url
        An address as SQLAlchemy takes it.
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

    Raises
    ------
    WrongUsage
        If its address is none, or if it is an SQLite file that is not there: nbgrader would make
        an empty one.
    Stopped
        If it cannot be opened or read: it is damaged, or its server does not answer. An error of
        the database inside the `with` statement ends as this too.
    """
    try:
        database = make_url(coursedir.db_url)
    except ArgumentError as error:
        sentence = "The address of the gradebook (CourseDirectory.db_url) is no database address"
        raise WrongUsage(f"{sentence}: sqlite:////folder/gradebook.db is one") from error
    file = database_file(coursedir.db_url)
    if database.get_backend_name() == "sqlite" and not (file and file.is_file()):
        raise WrongUsage(
            f"There is no gradebook {file}: type this in the course folder, after "
            f"nbgrader generate_assignment {coursedir.assignment_id or 'ASSIGNMENT'}"
        )
    try:
        gradebook = Gradebook(coursedir.db_url, coursedir.course_id)
    except (SQLAlchemyError, ModuleNotFoundError) as error:  # the module of a database's driver
        raise Stopped(f"The gradebook cannot be opened: {first_line(error)}") from error
    try:
        with gradebook:
            yield gradebook
    except SQLAlchemyError as error:
        raise Stopped(f"The gradebook cannot be read: {first_line(error)}") from error


def find_assignment(gradebook: Gradebook, name: str) -> Assignment:
    """Find an assignment in an open gradebook.

    Raises
    ------
    WrongUsage
        If the gradebook does not hold it. The message names those that it holds.
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
        raise WrongUsage(
            f"The gradebook holds no assignment {name!r} (it holds: {holds}). {advice}"
        ) from None


def first_line(error: BaseException) -> str:
    """What the database itself says of an error, in one line."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return one_line((str(cause).strip() or type(cause).__name__).splitlines()[0])


@dataclass
class KnownSubmission:
    """What the gradebook holds already of one submission. See `nbgrader.api`."""

    timestamp: datetime.datetime | None
    extension: datetime.timedelta | None
    manual: dict[tuple[str, str], tuple[float | None, float | None]] = field(default_factory=dict)


def read_known_submissions(gradebook: Gradebook, assignment: str) -> dict[str, KnownSubmission]:
    """Read, for each student with a submission in the gradebook, what a person entered."""
    submissions = select(
        SubmittedAssignment.student_id,
        SubmittedAssignment.timestamp,
        SubmittedAssignment.extension,
    ).join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
    entered = (
        select(
            SubmittedAssignment.student_id,
            Notebook.name,
            BaseCell.name,
            Grade.manual_score,
            Grade.extra_credit,
        )
        .join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
        .join(Notebook, Notebook.id == SubmittedNotebook.notebook_id)
        .join(Assignment, Assignment.id == Notebook.assignment_id)
        .join(Grade, Grade.notebook_id == SubmittedNotebook.id)
        .join(BaseCell, BaseCell.id == Grade.cell_id)
        .where(or_(Grade.manual_score.is_not(None), Grade.extra_credit.is_not(None)))
    )
    with Session(gradebook.engine) as session:
        known = {
            student: KnownSubmission(timestamp, extension)
            for student, timestamp, extension in session.execute(
                submissions.where(Assignment.name == assignment)
            )
        }
        for student, notebook, cell, *scores in session.execute(
            entered.where(Assignment.name == assignment)
        ):
            known[student].manual[notebook, cell] = tuple(scores)
    return known
