"""Read what a student handed in, without trusting it; write files as they are to be.

`read_submission` takes a folder's files into memory. It follows no symbolic link, opens nothing
but regular files, and keeps to limits of size: whatever it leaves out is named in one line.
"""

import datetime
import fnmatch
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from traitlets import Bool
from traitlets.config import Configurable

from ..course.record import printable

TIMESTAMP = "timestamp.txt"
LONGEST_TIMESTAMP = 64  # bytes
MAX_NOTEBOOK_BYTES = 20_000_000
MAX_FILES = 1000
MAX_DEPTH = 20
LONGEST_NAME = 200  # characters of a file's name in a reason


class Submissions(Configurable):
    """How the course collects submissions."""

    trust_timestamps = Bool(
        False,
        help="Whether students cannot write the file timestamp.txt of their submission, because "
        "what collects submissions writes it. Without this it says nothing about lateness.",
    ).tag(config=True)


@dataclass
class SubmittedFiles:
    """One student's files.

    Attributes
    ----------
    student:
        The student's id, which is the name of the folder.
    folder:
        Where the files were read.
    files:
        Relative path (with "/") to content.
    refused:
        Notebooks of the assignment (without ".ipynb") that are there and were left out, and why.
    reasons:
        One line for everything else that was left out.
    """

    student: str
    folder: Path
    files: dict[str, bytes] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    reasons: list[str] = field(default_factory=list)

    def timestamp(self) -> datetime.datetime | None:
        """What timestamp.txt says: UTC as a naive `datetime`, or None where there is no such file.

        The file holds ISO 8601, and may end with " UTC", as nbgrader writes it. nbgrader's own
        reader takes time that grows with the square of the length, and opens what looks like a
        path.

        Raises
        ------
        ValueError
            If it holds anything else.
        """
        data = self.files.get(TIMESTAMP, b"").strip()
        if not data:
            return None
        shown = printable(data.decode("utf-8", "replace"), LONGEST_TIMESTAMP)
        try:
            if len(data) > LONGEST_TIMESTAMP:
                raise ValueError
            time = datetime.datetime.fromisoformat(data.decode("ascii").removesuffix(" UTC"))
            return time.astimezone(datetime.UTC).replace(tzinfo=None) if time.tzinfo else time
        except (ValueError, OverflowError) as error:
            raise ValueError(f"{TIMESTAMP} holds no time in ISO format: {shown}") from error


def is_plain(name: str) -> bool:
    """Whether a file's name is printable text: no line breaks, no bytes that are not UTF-8."""
    return name.isprintable()


def read_submission(
    student: str,
    folder: Path,
    notebooks: set[str],
    ignore: list[str],
    max_file_kb: int,
    max_folder_kb: int,
) -> SubmittedFiles:
    """Read the files of one submission.

    Parameters
    ----------
    student:
        The student's id.
    folder:
        submitted/<student>/<assignment>, or wherever the course keeps it.
    notebooks:
        Names of the assignment's notebooks, without ".ipynb".
    ignore:
        `CourseDirectory.ignore`: globs of names that nbgrader passes over.
    max_file_kb, max_folder_kb:
        `CourseDirectory.max_file_size` and `max_dir_size`: kilobytes of one file, of all files.
    """
    submission = SubmittedFiles(student, folder)
    if folder.is_symlink():
        why = "was not read: its folder is a symbolic link, which is not followed"
        submission.refused = dict.fromkeys(notebooks, why)
        return submission
    left_out: list[tuple[str, str]] = []
    room = 1000 * max_folder_kb
    # The assignment's notebooks first, so that no heap of other files can push them out.
    found = sorted(
        islice(_walk(folder, "", ignore, left_out), 10 * MAX_FILES),
        key=lambda item: (not _is_notebook(item[0], notebooks), item[0]),
    )
    for path, entry in found[:MAX_FILES]:
        is_notebook = _is_notebook(path, notebooks)
        if path.endswith(".ipynb") and "/" not in path and not is_notebook:
            left_out.append((path, "is not part of the assignment"))
            continue
        limit = min(MAX_NOTEBOOK_BYTES if is_notebook else 1000 * max_file_kb, room)
        try:
            content = _read(entry.path, limit)
        except _Refused as refusal:
            left_out.append((path, str(refusal)))
        except OSError as error:
            left_out.append((path, f"cannot be read: {error.strerror}"))
        else:
            submission.files[path] = content
            room -= len(content)
    for path, why in left_out:
        if not path:
            submission.refused = dict.fromkeys(notebooks, f"was not read: its folder {why}")
        elif _is_notebook(path, notebooks):
            submission.refused[path.removesuffix(".ipynb")] = why
        else:
            submission.reasons.append(f"{printable(path, LONGEST_NAME)} {why}")
    if len(found) > MAX_FILES:
        submission.reasons.append(f"has {len(found)} files; {MAX_FILES} of them were taken")
    return submission


def overlay(files: Mapping[str, bytes], support: Mapping[str, bytes]) -> dict[str, bytes]:
    """Lay the instructor's files over a student's, as one folder.

    A student's file gives way where the instructor has a file of the same path, or where one
    wants as a folder what the other has as a file.
    """
    folders = {parent for path in support for parent in _parents(path)}
    kept = {
        path: content
        for path, content in files.items()
        if path not in folders and not any(parent in support for parent in _parents(path))
    }
    return {**kept, **support}


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files below a new folder; the paths in `files` are relative, with "/"."""
    folder.mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def _parents(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:end]) for end in range(1, len(parts))]


class _Refused(Exception):
    """A file that is not taken; the message goes on from the file's name."""


def _is_notebook(path: str, notebooks: set[str]) -> bool:
    return path.endswith(".ipynb") and path.removesuffix(".ipynb") in notebooks


def _walk(
    folder: str | Path, prefix: str, ignore: list[str], left_out: list[tuple[str, str]]
) -> Iterator[tuple[str, "os.DirEntry[str]"]]:
    """Yield (relative path, os.DirEntry) for all regular files below `folder`."""
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
    except OSError as error:
        left_out.append((prefix, f"cannot be read: {error.strerror}"))
        return
    for entry in entries:
        path = prefix + entry.name
        if any(fnmatch.fnmatch(entry.name, pattern) for pattern in ignore):
            continue
        if not is_plain(entry.name):
            left_out.append((path, "has a name that other programs cannot handle"))
        elif entry.is_symlink():
            left_out.append((path, "is a symbolic link, which is not followed"))
        elif entry.is_file(follow_symlinks=False):
            yield path, entry
        elif not entry.is_dir(follow_symlinks=False):
            left_out.append((path, "is not a file"))
        elif path.count("/") >= MAX_DEPTH:
            left_out.append((path, "is nested too deep"))
        else:
            yield from _walk(entry.path, path + "/", ignore, left_out)


def _read(path: str, limit: int) -> bytes:
    """Read a regular file of at most `limit` bytes; it may have been exchanged since listed."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise _Refused("is not a file")
        content = file.read(limit + 1)
        if len(content) > limit:
            megabytes = os.fstat(descriptor).st_size / 1e6
            raise _Refused(f"is too large: {megabytes:.1f} MB, at most {limit / 1e6:.1f} MB")
        return content
