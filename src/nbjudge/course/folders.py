"""A course on the disk: who has submitted, and that one run at a time writes in it."""

import fcntl
import fnmatch
import glob
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TextIO

from nbgrader.coursedir import CourseDirectory
from sqlalchemy.engine import make_url

from ..errors import SandboxError, Stopped
from ..sandbox.bubblewrap import python_folders

LOCK = ".nbjudge.lock"
SCRATCH_PREFIX = "nbjudge-run-"


@contextmanager
def locked_course(root: Path) -> Iterator[Path]:
    """Hold the course for this process; give a scratch folder that goes when it lets go.

    Raises
    ------
    Stopped
        If another process holds it, or the folder cannot be written.
    """
    try:
        descriptor = os.open(root / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise Stopped(f"The course folder cannot be written: {error.strerror}") from error
    with open(descriptor, "r+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Stopped("Another nbjudge grade is at work in this course; wait for it") from error
        # The file names the scratch folder, so that one left by a killed run is removed.
        left = Path(lock.read().strip() or os.devnull)
        if (
            left.name.startswith(SCRATCH_PREFIX)
            and left.is_dir()
            and left.stat().st_uid == os.getuid()
        ):
            shutil.rmtree(left, ignore_errors=True)
        scratch = Path(tempfile.mkdtemp(prefix=SCRATCH_PREFIX))
        try:
            _note(lock, str(scratch))
            yield scratch
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
            _note(lock, "")


def _note(lock: TextIO, text: str) -> None:
    lock.seek(0)
    lock.truncate()
    lock.write(text)
    lock.flush()


def refuse_course_in_sight(coursedir: CourseDirectory) -> None:
    """Make sure that no submission could read the course.

    Raises
    ------
    SandboxError
        If the course or its gradebook lies in a folder that every sandbox shows.
    """
    places = [Path(coursedir.root), Path(coursedir.root, coursedir.source_directory)]
    database = make_url(coursedir.db_url)
    if database.get_backend_name() == "sqlite" and database.database:
        places.append(Path(database.database))
    for place in map(Path.resolve, places):
        for folder in shown_folders():
            if place.is_relative_to(folder):
                raise SandboxError(
                    f"Cannot grade: {place} lies in {folder}, which submissions can read, with "
                    "hidden tests and grades. Move the course out of there; or make Python's "
                    "environment anew outside of the course, or in a folder of its own in it "
                    "(python -m venv .venv)"
                )


@cache
def shown_folders() -> list[Path]:
    """The folders that every sandbox shows, read-only."""
    return [Path(folder).resolve() for folder in ("/usr", *python_folders())]


def student_folders(coursedir: CourseDirectory, step: str, assignment: str) -> dict[str, Path]:
    """Find the folders of an assignment at one of nbgrader's steps, by student id.

    Parameters
    ----------
    step:
        `coursedir.submitted_directory` or `coursedir.autograded_directory`.
    """
    pattern = coursedir.directory_structure.format(
        nbgrader_step=step, student_id="*", assignment_id=glob.escape(assignment)
    )
    student = re.compile(
        coursedir.format_path(step, "(?P<student>[^/]+)", re.escape(assignment), escape=True)
    )
    paths = [Path(coursedir.root, found) for found in glob.glob(pattern, root_dir=coursedir.root)]
    matches = ((student.fullmatch(str(path)), path) for path in sorted(paths))
    return {match["student"]: path for match, path in matches if match and path.is_dir()}


def find_submissions(coursedir: CourseDirectory, assignment: str) -> dict[str, Path]:
    """Find the folders of an assignment's submissions by student, as `nbgrader autograde` does."""
    found = student_folders(coursedir, coursedir.submitted_directory, assignment)
    excluded = coursedir.student_id_exclude.split(",")
    return {
        student: folder
        for student, folder in sorted(found.items())
        if fnmatch.fnmatch(student, coursedir.student_id) and student not in excluded
    }
