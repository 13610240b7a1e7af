"""Access to the gradebook of a course."""

import difflib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote, urlsplit

from nbgrader.api import Assignment, Gradebook, MissingEntry
from nbgrader.coursedir import CourseDirectory
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from ..errors import RunStoppedError, UsageError
from ..files.text import one_line

PATIENCE = 30  # seconds to wait while another program has the gradebook locked
LOCKED_CODES = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
# The bits of SQLite's extended error codes that have the primary one: https://sqlite.org/rescode.html
PRIMARY_CODE = 0xFF
LOCKED = "The gradebook is locked by another program. Close it and run the command again"


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
    read, because it is damaged, its server does not answer or another program has it locked for
    longer than `PATIENCE`; also for an error of the database inside the `with` statement.
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
        gradebook = Gradebook(_patient(database), coursedir.course_id)
    except (SQLAlchemyError, ModuleNotFoundError) as error:  # the database's driver may be missing
        _raise_if_locked(error)
        raise RunStoppedError(f"The gradebook cannot be opened: {first_line(error)}") from error
    try:
        with gradebook:
            yield gradebook
    except SQLAlchemyError as error:
        _raise_if_locked(error)
        sentence = f"The gradebook cannot be read: {first_line(error)}"
        raise RunStoppedError(f"{sentence}. If it is old, run nbgrader db upgrade") from error


def _patient(database: URL) -> str:
    """Return the address of a gradebook with which each statement waits for another program.

    By itself, SQLite's driver waits five seconds. A time in the course's own address stays.
    """
    if database.get_backend_name() == "sqlite" and "timeout" not in database.query:
        database = database.update_query_dict({"timeout": str(PATIENCE)})
    return database.render_as_string(hide_password=False)


def is_locked(error: BaseException) -> bool:
    """Return True for the error of an SQLite database that another program has locked."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlite_errorcode", None)  # other databases' errors have none
    return code is not None and code & PRIMARY_CODE in LOCKED_CODES


def _raise_if_locked(error: BaseException) -> None:
    if is_locked(error):
        raise RunStoppedError(LOCKED) from error


def find_assignment(gradebook: Gradebook, name: str) -> Assignment:
    """Find an assignment in an open gradebook.

    Raises `UsageError` if the gradebook does not hold it. The message names those that it holds.
    """
    try:
        return gradebook.find_assignment(name)
    except MissingEntry:
        names = [assignment.name for assignment in gradebook.assignments]
        near = difflib.get_close_matches(name, names, 1)
        advice = (
            f"Did you mean {near[0]}?"
            if near
            else f"Correct the name, or run nbgrader generate_assignment {name}"
        )
        holds = ", ".join(names) or "none"
        raise UsageError(
            f"The gradebook has no assignment {name!r} (it has: {holds}). {advice}"
        ) from None


def first_line(error: BaseException) -> str:
    """Return the database's own message for an error, in one line."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return one_line((str(cause).strip() or type(cause).__name__).splitlines()[0])
