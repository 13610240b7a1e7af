"""Senders of the folders in a course's `inbound/`, where the exchange lets everybody write."""

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..files.file_names import SECRET
from ..files.leaks import LEAST_SECRET, LONGEST_SECRET
from ..files.submission import is_student_id
from ..files.tree import open_below, open_folder
from .exchange_folders import user_name

# `nbgrader submit` sets this mode last, so a folder that has it is complete.
COMPLETE = 0o777


@dataclass(frozen=True)
class InboundFolder:
    """Folder in `inbound/`."""

    student: str
    path: Path
    owner: int  # the id of the user who owns it
    changed: int  # the time of its last change (ns since 1970 UTC)
    complete: bool  # True if it has the mode that `nbgrader submit` sets last

    @property
    def key(self) -> tuple[str, int]:
        """The key that distinguishes the folders of a student, as in `Attempt`."""
        return self.path.name, self.changed


def identify(
    inbound: Path, name: str, assignment: str, *, check_owner: bool, only: str = "*"
) -> InboundFolder | None:
    """Determine which student a folder in `inbound/` is from.

    With `check_owner`, its owner must be the student in its name. Returns None if it is from
    another student than `only`; "*" stands for all. If the folder is refused, raises a `ValueError`
    whose message continues a sentence that begins with the folder's name.
    """
    # The name is STUDENT+ASSIGNMENT+TIME, and some courses add +RANDOM. An id may contain a "+", so
    # the parts are counted from the end.
    for most in (3, 2):
        student, *rest = name.rsplit("+", most)
        if len(rest) == most and rest[0] == assignment:
            break
    else:
        raise ValueError("has a name that `nbgrader submit` does not use")
    if only not in ("", "*", student):
        return None
    if not is_student_id(student):
        raise ValueError("has no student ID in its name")
    path = inbound / name
    descriptor = open_folder(path)
    status = os.fstat(descriptor)
    os.close(descriptor)
    if status.st_dev != os.stat(inbound).st_dev:
        # A file system that a student has mounted there can report any owner and any time.
        raise ValueError("is on another file system")
    if check_owner and student != (owner := user_name(status.st_uid)):
        raise ValueError(
            f"claims to be {student}'s but belongs to {owner}. If system accounts "
            "do not match student IDs, set ExchangeCollect.check_owner = False"
        )
    complete = status.st_mode & 0o777 == COMPLETE
    return InboundFolder(student, path, status.st_uid, status.st_ctime_ns, complete)


def read_secret(one: InboundFolder) -> str | None:
    """Read the secret by which the student finds the feedback; None if there is no usable one.

    A secret that is too short could be guessed, and is refused: `nbgrader submit` writes 128
    characters.
    """
    try:
        with open_below(one.path / SECRET) as stream:
            # The check is of the open file: a name could be given to another file after a check.
            # A file with another owner may be a hard link to somebody else's secret.
            status = os.fstat(stream.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_uid != one.owner:
                return None
            return secret_of({SECRET: stream.read(LONGEST_SECRET + 1)})
    except OSError:
        return None


def secret_of(files: Mapping[str, bytes]) -> str | None:
    """Return the secret in files that were read, by path; None if there is no usable one."""
    data = files.get(SECRET, b"")
    if not LEAST_SECRET <= len(data.strip()) <= len(data) <= LONGEST_SECRET:
        return None
    text = data.decode("ascii", "replace")
    return text if text.isascii() and text.strip().isprintable() else None
