"""Deletion of what a course keeps of one student (`nbjudge delete-student`).

Entry points: `find_kept` and `delete_student`.
"""

import contextlib
import glob
import json
import mmap
import os
import re
import shutil
import sqlite3
from pathlib import Path

from nbgrader.api import MissingEntry
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import notebook_hash

from ..errors import RunStoppedError, UsageError
from ..exchange.attempts import ATTEMPTS
from ..exchange.exchange_folders import CourseExchange
from ..exchange.status_files import HEARTBEAT
from ..files.file_names import SECRET
from ..files.folders import is_watched, locked_course
from ..files.mentions import Mention, mention_of
from ..files.submission import is_student_id
from ..files.tree import read_start
from ..gradebook.audit import AUDIT
from ..gradebook.database import database_file, open_gradebook
from ..gradebook.graded_files import delete_unused

SQLITE_START = b"SQLite format 3\0"


def find_kept(coursedir: CourseDirectory, student: str) -> list[Path]:
    """Find the folders of a student in the course and in the exchange, and the released pages."""
    if not is_student_id(student) or "/" in student:
        raise UsageError(f"{student!r} is not a student id")
    exchange = CourseExchange(coursedir)
    found = list(exchange.inbound.glob(f"{glob.escape(student)}+*"))
    for step in ("submitted", "autograded", "feedback", ATTEMPTS):
        directory = getattr(coursedir, f"{step}_directory", step)
        pattern = coursedir.format_path(directory, glob.escape(student), "*")
        found += map(Path, glob.glob(pattern, include_hidden=True))
    hashes = set()
    for folder in found:
        # Anybody may put a folder into `inbound/`. It is not followed if it is a link, because the
        # secret would be another student's.
        secret = (read_start(folder / SECRET, 1000) or b"").decode(errors="replace").strip()
        for name in (HEARTBEAT, *(path.stem for path in folder.glob("*.ipynb"))) if secret else ():
            hashes.add(notebook_hash(secret=secret, notebook_id=name))
    return found + [path for path in exchange.feedback.glob("*") if path.stem in hashes]


def delete_student(coursedir: CourseDirectory, student: str, kept: list[Path]) -> list[Mention]:
    """Delete what `find_kept` has found, and the student in the gradebook and in the audit.

    Returns what could not be deleted, such as a folder inside an attempt that belongs to the
    student, and the files of the course that still contain the student's id, such as a table of
    grades or a copy of the gradebook. Only copies of the gradebook are certain to be about the
    student. Raises `RunStoppedError` if a watch is running, which holds the student's attempts in
    RAM, or if the gradebook cannot be written.
    """
    root = Path(coursedir.root)
    exchange = CourseExchange(coursedir)
    if is_watched(root):
        raise RunStoppedError("nbjudge watch is running in this course. Stop it first")
    exchange.refuse_unsafe()
    with locked_course(root):
        for path in kept:
            shared = path.is_relative_to(exchange.course)
            with exchange.opened(path.parent) if shared else contextlib.nullcontext() as opened:
                name = path.name if shared else path
                with contextlib.suppress(OSError):
                    os.unlink(name, dir_fd=opened)
                shutil.rmtree(name, ignore_errors=True, dir_fd=opened)
            if path.parent.name == student and not list(path.parent.iterdir()):
                path.parent.rmdir()
        with open_gradebook(coursedir) as gradebook, contextlib.suppress(MissingEntry):
            gradebook.remove_student(student)
            delete_unused(gradebook.db)
            gradebook.db.commit()
        if file := database_file(coursedir.db_url):
            with contextlib.closing(sqlite3.connect(file)) as database:
                database.execute("VACUUM")  # SQLite only marks what is deleted
    # Formgrader may append a line meanwhile, so the audit is not replaced: the student's lines
    # become spaces where they are.
    own = rb'^.*"student": %s.*$' % re.escape(json.dumps(student).encode())
    with contextlib.suppress(FileNotFoundError), open(root / AUDIT, "r+b", buffering=0) as audit:
        for line in re.finditer(own, audit.read(), re.MULTILINE):
            os.pwrite(audit.fileno(), b" " * len(line[0]), line.start())
    mention = mention_of(student)
    near = sorted(path for depth in ("*", "*/*") for path in root.glob(depth) if path.is_file())
    left = [Mention(path, is_certain=True) for path in kept if os.path.lexists(path)]
    for path in near:
        is_sqlite = _is_sqlite(path)
        if is_sqlite and _has_student(path, student):
            left.append(Mention(path, is_certain=True))
            continue
        # The student's lines in the audit are gone; an id in the others is only similar. The
        # content of an SQLite file does not count: the cells and comments of a gradebook may
        # contain the id as a word, and SQLite writes an id next to other texts without anything
        # between them.
        is_named = mention.search(os.fsencode(path.name)) is not None
        if path != root / AUDIT and (is_named or (not is_sqlite and _contains(path, mention))):
            left.append(Mention(path, is_certain=False))
    return left


def _is_sqlite(path: Path) -> bool:
    with open(path, "rb") as file:
        return file.read(len(SQLITE_START)) == SQLITE_START


def _contains(path: Path, mention: re.Pattern[bytes]) -> bool:
    """Return True if a student's id is in the content of a file."""
    if path.stat().st_size == 0:
        return False
    with open(path, "rb") as file:
        # Archives of a class may be larger than the memory.
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            return mention.search(content) is not None


def _has_student(path: Path, student: str) -> bool:
    """Return True if an SQLite file is a gradebook that has a student."""
    address = f"{path.resolve().as_uri()}?mode=ro"
    with (
        contextlib.suppress(sqlite3.Error),
        contextlib.closing(sqlite3.connect(address, uri=True)) as database,
    ):
        return bool(database.execute("SELECT 1 FROM student WHERE id = ?", [student]).fetchone())
    return False
