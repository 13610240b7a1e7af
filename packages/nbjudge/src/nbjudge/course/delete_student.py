"""Deletion of what a course keeps of one student (`nbjudge delete-student`).

Entry points: `find_kept` and `delete_student`.
"""

import contextlib
import glob
import json
import os
import re
import shutil
import sqlite3
import zipfile
from pathlib import Path

from nbgrader.api import MissingEntry
from nbgrader.apps import ZipCollectApp
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import notebook_hash

from ..errors import RunStoppedError, UsageError
from ..exchange.attempts import ATTEMPTS
from ..exchange.exchange_folders import CourseExchange
from ..exchange.status_files import HEARTBEAT
from ..files.file_names import SECRET
from ..files.folders import is_watched, locked_course
from ..files.submission import is_student_id
from ..files.tree import read_start
from ..gradebook.audit import AUDIT
from ..gradebook.database import database_file, open_gradebook
from ..gradebook.graded_files import delete_unused


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


def delete_student(coursedir: CourseDirectory, student: str, kept: list[Path]) -> list[Path]:
    """Delete what `find_kept` has found, and the student in the gradebook and in the audit.

    Returns what could not be deleted, such as a folder inside an attempt that belongs to the
    student, and the files of the course that still contain the student's id, such as a table of
    grades or an archive that was downloaded. Raises `RunStoppedError` if a watch is running, which
    holds the student's attempts in RAM, or if the gradebook cannot be written.
    """
    root, exchange = Path(coursedir.root), CourseExchange(coursedir)
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
    mention = re.compile(rb"(?<![\w.-])%s(?![\w-])" % re.escape(student.encode()))
    near = sorted(path for depth in ("*", "*/*") for path in root.glob(depth) if path.is_file())
    stuck = [path for path in kept if os.path.lexists(path)]
    mentioning = [path for path in near if mention.search(path.read_bytes())]
    return [*stuck, *mentioning, *_downloads_of(coursedir, student)]


def _downloads_of(coursedir: CourseDirectory, student: str) -> list[Path]:
    """Find the files downloaded from a learning management system that may be a student's.

    A system writes the id into the name of a file or of its folder, between other parts of the
    name. The archive of a class has the names of all files in it as they are.
    """
    folder = Path(coursedir.root, ZipCollectApp(config=coursedir.config).downloaded_directory)
    named = re.compile(rb"(?<![^\W_])%s(?![^\W_])" % re.escape(student.encode()))
    found = []
    for path in sorted(folder.rglob("*")):
        name = os.fsencode(path.relative_to(folder))
        is_archive = path.suffix == ".zip" and path.is_file()
        if path.is_file() and (named.search(name) or (is_archive and _holds(path, named))):
            found.append(path)
    return found


def _holds(path: Path, name: re.Pattern[bytes]) -> bool:
    """Return True if the name of a file in a zip archive matches."""
    try:
        with zipfile.ZipFile(path) as archive:
            return any(name.search(os.fsencode(member)) for member in archive.namelist())
    except (OSError, ValueError, zipfile.BadZipFile):
        return False
