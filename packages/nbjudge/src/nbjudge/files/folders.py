"""Folders of a course: its submissions, and the locks that let one run at a time write in it."""

import fcntl
import fnmatch
import glob
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TextIO

from nbgrader.coursedir import CourseDirectory

from nbisolate import temporary_folder

from ..errors import RunStoppedError

LOCK = ".nbjudge.lock"
WATCH_LOCK = ".nbjudge-watch.lock"
ASKED_LOCK = ".nbjudge-asked.lock"  # shared by all who wait until a watch releases the course
PATIENCE_WITH_WATCH = 120  # seconds to wait: a watch that is asked for the course releases it soon
SCRATCH_PREFIX = "nbjudge-scratch-"


@contextmanager
def locked_course(root: Path, *, at_once: bool = False) -> Iterator[Path]:
    """Lock the course for this process, and yield a new scratch folder, for a `with` statement.

    The folder is removed at the end. If `nbjudge watch` holds the lock, ask it for the course, and
    wait up to `PATIENCE_WITH_WATCH` seconds, or not at all with `at_once`. Raises `RunStoppedError`
    if another process holds the lock, or the course folder cannot be written.
    """
    with _lock_file(root / LOCK) as lock:
        if not _lock(lock):
            with _lock_file(root / ASKED_LOCK) as asked:
                deadline = time.monotonic() + PATIENCE_WITH_WATCH
                while not _lock(lock):
                    if at_once or not is_watched(root) or time.monotonic() > deadline:
                        raise RunStoppedError(
                            "Another nbjudge grade is running in this course. Wait until it ends"
                        )
                    _lock(asked, fcntl.LOCK_SH)
                    time.sleep(0.05)
        with temporary_folder(SCRATCH_PREFIX) as scratch:
            yield Path(scratch)


@contextmanager
def watched_course(root: Path) -> Iterator[Callable[[str], None]]:
    """Lock the course as its one `nbjudge watch`, for a `with` statement.

    Yields a function that stores the text for `watch_note`, instead of the one before. Raises
    `RunStoppedError` if another watch holds the lock, or the course folder cannot be written.
    """
    with _lock_file(root / WATCH_LOCK) as lock:
        # `is_watched` takes the lock for an instant to see whether it is free. Try for longer than
        # that before concluding that another watch holds it.
        deadline = time.monotonic() + 2
        while not _lock(lock):
            if time.monotonic() > deadline:
                raise RunStoppedError(
                    "Another nbjudge watch is running in this course. Stop it first"
                )
            time.sleep(0.05)
        _note(lock, "")
        yield partial(_note, lock)


def watch_note(root: Path) -> str:
    """Return the text that the watch of a course has stored; empty if none runs."""
    return (root / WATCH_LOCK).read_text(errors="replace") if is_watched(root) else ""


def is_watched(root: Path) -> bool:
    """Return True if an `nbjudge watch` is running in a course."""
    # A shared lock conflicts with a watch's exclusive lock but not with another caller's, so two
    # processes that look at the same time do not take each other for a watch.
    return _is_held(root / WATCH_LOCK, fcntl.LOCK_SH)


def is_asked_for(root: Path) -> bool:
    """Return True if another command waits for the course, which a watch then releases."""
    return _is_held(root / ASKED_LOCK, fcntl.LOCK_EX)


def _is_held(path: Path, kind: int) -> bool:
    """Return True if another process holds a lock that conflicts with one of this kind."""
    try:
        with open(path) as file:
            return not _lock(file, kind)
    except OSError:
        return False


def _lock_file(path: Path) -> TextIO:
    try:
        return open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o660), "r+")
    except OSError as error:
        raise RunStoppedError(f"The course folder cannot be written: {error.strerror}") from error


def _lock(file: TextIO, kind: int = fcntl.LOCK_EX) -> bool:
    """Try to lock a file; return True if it worked, False if another process holds the lock."""
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _note(lock: TextIO, text: str) -> None:
    lock.seek(0)
    lock.truncate()
    lock.write(text)
    lock.flush()


def student_folders(coursedir: CourseDirectory, step: str, assignment: str) -> dict[str, Path]:
    """Find the folders of an assignment at one of nbgrader's steps, by student id.

    `step` is the directory of the step, such as `coursedir.submitted_directory` or
    `coursedir.autograded_directory`.
    """
    pattern = coursedir.directory_structure.format(
        nbgrader_step=step, student_id="*", assignment_id=glob.escape(assignment)
    )
    student = re.compile(
        coursedir.format_path(step, "(?P<student>[^/]+)", re.escape(assignment), escape=True)
    )
    paths = [Path(coursedir.root, found) for found in glob.glob(pattern, root_dir=coursedir.root)]
    matches = ((student.fullmatch(str(path)), path) for path in sorted(paths))
    # A file in the place of a folder is a submission too: it is refused by name, not passed over.
    return {match["student"]: path for match, path in matches if match}


def find_submissions(
    coursedir: CourseDirectory, assignment: str, step: str | None = None
) -> dict[str, Path]:
    """Find the folders of an assignment's submissions by student, as nbgrader's commands do.

    Only the students that `CourseDirectory.student_id` and `student_id_exclude` select count.
    `step` is the directory of one of nbgrader's steps; None for the submitted folders.
    """
    found = student_folders(coursedir, step or coursedir.submitted_directory, assignment)
    return {
        student: folder
        for student, folder in sorted(found.items())
        if is_selected(coursedir, student)
    }


def is_selected(coursedir: CourseDirectory, student: str) -> bool:
    """Return True if `CourseDirectory.student_id` and `student_id_exclude` select a student."""
    excluded = coursedir.student_id_exclude.split(",")
    return fnmatch.fnmatch(student, coursedir.student_id) and student not in excluded
