"""Audit of what happened to each submission: a file of JSON lines, append-only.

`nbjudge grade` writes a line for each submission that it stores. `log_manual_grading` writes one
for each score that a person gives; call it in nbgrader_config.py, which formgrader reads.
"""

import datetime
import getpass
import importlib.metadata
import json
import os
import platform
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from nbgrader.api import (
    Assignment,
    BaseCell,
    Grade,
    Notebook,
    SubmittedAssignment,
    SubmittedNotebook,
)
from sqlalchemy import Connection, event, inspect, select
from sqlalchemy.orm import Mapper
from traitlets.config.loader import LazyConfigValue

from .database import database_file

AUDIT = "nbjudge-audit.jsonl"  # in the course folder
HAND_FIELDS = ("manual_score", "extra_credit")


def append_line(root: Path, entry: Mapping[str, Any], name: str = AUDIT) -> None:
    """Append an entry to the course's audit, with the current time and user.

    The values of `entry` must be serializable as JSON. `name` selects another file in the course
    folder `root`.
    """
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
    line = json.dumps({"time": now, "by": user(), **entry}, sort_keys=True) + "\n"
    # With O_APPEND the kernel writes at the end of the file, wherever that is by then. Formgrader
    # and a grading run may append at the same time, and neither overwrites the other's line.
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
    with open(os.open(root / name, flags, 0o660), "ab") as file:
        end = os.fstat(file.fileno()).st_size
        if end and os.pread(file.fileno(), 1, end - 1) != b"\n":
            file.write(b"\n")  # after half a line, which a machine leaves that loses its power
        file.write(line.encode())
        file.flush()
        os.fsync(file.fileno())


def user() -> str:
    """Return the current user: JupyterHub's, else the system's."""
    if name := os.environ.get("JUPYTERHUB_USER"):
        return name
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a container with a user id that has no name
        return str(os.getuid())


@cache
def versions() -> dict[str, str]:
    """Return the versions of nbjudge, nbgrader, Python and the kernel that grade (cached)."""
    return {
        "nbjudge": importlib.metadata.version("nbjudge"),
        "nbgrader": importlib.metadata.version("nbgrader"),
        "python": platform.python_version(),
        "kernel": platform.release(),
    }


_watched: set[Path] = set()


def log_manual_grading(root: str | Path | LazyConfigValue) -> None:
    """Append a line to the audit for each score that a person gives in this process.

    The function registers callbacks for SQLAlchemy's events on the rows of nbgrader's `Grade`, so
    that it works in any program that imports nbgrader, such as formgrader. If the process has read
    the configurations of several courses, a score in a gradebook that is in the folder of one is
    noted in that folder only.

    Parameters
    ----------
    root
        The course folder. `c.CourseDirectory.root` stands for the folder of the configuration file
        that calls this function if that file does not set it.
    """
    if isinstance(root, LazyConfigValue):  # how traitlets shows a trait that a file has not set
        root = Path(sys._getframe(1).f_globals["__file__"]).parent
    folder = Path(root).resolve()
    if folder in _watched:  # nbgrader reads a configuration more than once in one process
        return
    _watched.add(folder)

    def note(mapper: Mapper[Any], connection: Connection, grade: Any) -> None:
        state = inspect(grade)
        changes = {}
        for name in HAND_FIELDS:
            history = state.attrs[name].history
            before = history.deleted[0] if history.deleted else None
            after = getattr(grade, name)
            if (history.deleted or history.added) and before != after:
                changes[name] = [before, after]
        if changes and folder.is_dir() and not _is_elsewhere(connection, folder):
            append_line(folder, {"event": "by-hand", **_ids_of(connection, grade), **changes})

    for name in HAND_FIELDS:
        # With active_history, SQLAlchemy loads the old value before it sets a new one. Without it,
        # the history of an attribute that was not loaded has no old value.
        event.listen(getattr(Grade, name), "set", lambda *_: None, active_history=True)
    event.listen(Grade, "after_update", note)
    event.listen(Grade, "after_insert", note)


def _is_elsewhere(connection: Connection, folder: Path) -> bool:
    """Return True if a gradebook is in the folder of another course whose scores are noted."""
    database = database_file(str(connection.engine.url))
    if database is None:
        return False
    homes = [course for course in _watched if database.resolve().is_relative_to(course)]
    return bool(homes) and folder not in homes


def _ids_of(connection: Connection, grade: Any) -> dict[str, str]:
    """Return the names of the assignment, student, notebook and cell that a grade belongs to."""
    names = {
        "assignment": Assignment.name,
        "student": SubmittedAssignment.student_id,
        "notebook": Notebook.name,
        "cell": BaseCell.name,
    }
    query = (
        select(*names.values())
        .select_from(Grade)
        .join(SubmittedNotebook, SubmittedNotebook.id == Grade.notebook_id)
        .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
        .join(Notebook, Notebook.id == SubmittedNotebook.notebook_id)
        .join(Assignment, Assignment.id == Notebook.assignment_id)
        .join(BaseCell, BaseCell.id == Grade.cell_id)
        .where(Grade.id == grade.id)
    )
    row = connection.execute(query).one()
    return dict(zip(names, row, strict=True))
