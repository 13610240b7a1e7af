"""A course's `inbound/` in nbgrader's exchange, where every student writes: whose a folder is."""

import os
import pwd
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .file_names import SECRET
from .leaks import LEAST_SECRET
from .submission import is_student_id
from .tree import AS_FILE, AS_FOLDER

# `nbgrader submit` opens a folder to all as the last thing that it does.
COMPLETE = 0o777
LONGEST_SECRET = 1000  # bytes


@dataclass(frozen=True)
class HandedIn:
    """A folder in `inbound/`.

    Attributes
    ----------
    student
        Whose it is.
    path
        Where it is.
    owner
        The id of the user who owns it.
    changed
        When it was last changed (ns since 1970 UTC).
    complete
        Whether it has the mode that `nbgrader submit` gives it at its end.
    """

    student: str
    path: Path
    owner: int
    changed: int
    complete: bool


def identify(
    inbound: Path, name: str, assignment: str, *, check_owner: bool, only: str = "*"
) -> HandedIn | None:
    """Whose folder it is; None if it is another student's than asked for.

    Parameters
    ----------
    inbound
        The folder that it lies in.
    name
        Its name.
    assignment
        The assignment that it must be of.
    check_owner
        Whether it must belong to the student whose it claims to be.
    only
        The id of the student that is asked for; "*" for all.

    Raises
    ------
    ValueError
        It is not taken; the message goes on from the folder's name.
    """
    # STUDENT+ASSIGNMENT+TIME, and where the course asks for it +RANDOM; an id may hold a "+".
    for most in (3, 2):
        student, *rest = name.rsplit("+", most)
        if len(rest) == most and rest[0] == assignment:
            break
    else:
        raise ValueError("has no name as `nbgrader submit` gives one")
    if only not in ("", "*", student):
        return None
    if not is_student_id(student):
        raise ValueError("names no student")
    path = inbound / name
    try:
        descriptor = os.open(path, AS_FOLDER)
    except OSError as error:
        raise ValueError(
            "is a symbolic link, which is not followed"
            if path.is_symlink()
            else f"cannot be read: {error.strerror}"
        ) from error
    status = os.fstat(descriptor)
    os.close(descriptor)
    if status.st_dev != os.stat(inbound).st_dev:
        # A student may bring one of their own, with any owner and any time in it.
        raise ValueError("lies on another file system")
    if check_owner and student != (owner := _user(status.st_uid)):
        raise ValueError(
            f"claims to be {student}'s and belongs to {owner}. Where accounts of the system "
            "are not students, set ExchangeCollect.check_owner = False"
        )
    complete = status.st_mode & 0o777 == COMPLETE
    return HandedIn(student, path, status.st_uid, status.st_ctime_ns, complete)


def read_secret(one: HandedIn) -> str | None:
    """The secret by which the student finds the feedback; None where there is none to be had.

    A short one is anybody's: `nbgrader submit` writes 128 characters.
    """
    try:
        folder = os.open(one.path, AS_FOLDER)
        try:
            file = os.open(SECRET, AS_FILE, dir_fd=folder)
        finally:
            os.close(folder)
        with open(file, "rb") as stream:
            status = os.fstat(file)
            if not stat.S_ISREG(status.st_mode) or status.st_uid != one.owner:
                return None
            return secret_of({SECRET: stream.read(LONGEST_SECRET + 1)})
    except OSError:
        return None


def secret_of(files: Mapping[str, bytes]) -> str | None:
    """The same of files that were read."""
    data = files.get(SECRET, b"")
    if not LEAST_SECRET <= len(data.strip()) <= len(data) <= LONGEST_SECRET:
        return None
    text = data.decode("ascii", "replace")
    return text if text.isascii() and text.strip().isprintable() else None


def _user(uid: int) -> str:
    """The name of a user of the system."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user id {uid}"
