"""Read a submission without trusting it, and write files with the course's modes.

`read_submission` reads a folder's files into memory, as `tree.FolderTree` finds them, within limits
of size. It names each file that it leaves out in one line.
"""

import datetime
import fnmatch
import functools
import json
import os
import time
import zoneinfo
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets import Bool
from traitlets.config import Configurable

from .file_names import COLLECTED, IS_PAGE, TIMESTAMP, why_reserved
from .replace import replace_folder, settle_folder
from .text import joined, one_line
from .times import utc_time
from .tree import MOST_SEEN, FolderTree, RefusedFileError, is_plain, open_folder, read_start

TIME_FORMAT = "%Y-%m-%d %H:%M:%S.%f UTC"  # nbgrader's, in universal time
LONGEST_TIMESTAMP = 64  # bytes
MAX_NOTEBOOK_BYTES = 20_000_000  # without its outputs
MAX_FILES = 1000
MAC_METADATA = "._"  # how the files begin that macOS adds to archives, one for each file
MISSING = "is missing"  # how the reason of a notebook begins that is not there
LONGEST_NAME = 200  # characters of a file's name in a reason
WRITTEN = "was still being written when it was collected, so it counts as submitted at that time"
LONGEST_ID = 128  # characters of a student's id, in nbgrader's tables


class CollectSettings(Configurable):
    """Settings for collecting submissions."""

    trust_timestamps = Bool(
        False,
        help="Whether to trust the file timestamp.txt of a submission that nbjudge "
        "did not collect itself. Set it to True if your own tool collects submissions and writes "
        "this file. If False, such a file does not decide lateness.",
    ).tag(config=True)


@dataclass
class SubmittedFiles:
    """One student's files.

    `files` maps relative paths (with "/") to content. `refused` has the reason for each notebook of
    the assignment (without ".ipynb") that was left out, and `reasons` a line for everything else
    that was. `others` has the content of other notebooks by file name; `grading.find_work` looks
    for work in them, and empties it. `notes` and `doubts` have lines by notebook. A note is only
    shown, but a doubt needs attention if the notebook has lost points. `found_at` has the path of
    each notebook that was not in its place.

    `owner` is the user id of the folder, or None if it could not be opened. `changed` is the time
    at which the kernel last saw the folder or a file in it change (`st_ctime`, in ns since 1970
    UTC). Only an account that may set the machine's clock can move it back.
    """

    student: str
    folder: Path
    files: dict[str, bytes] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    reasons: list[str] = field(default_factory=list)
    others: dict[str, bytes] = field(default_factory=dict)
    notes: dict[str, list[str]] = field(default_factory=dict)
    doubts: dict[str, list[str]] = field(default_factory=dict)
    found_at: dict[str, str] = field(default_factory=dict)
    owner: int | None = None
    changed: int = 0

    def submitted_at(self) -> datetime.datetime:
        """Return the time of the last change: UTC as a naive `datetime`."""
        return utc_time(self.changed)

    def left_out(self) -> list[str]:
        """Return a line for each file that was left out, with the reason.

        Notebooks that are all missing for one reason have one line.
        """
        lines = []
        missing: dict[str, list[str]] = {}
        for name, why in self.refused.items():
            if why.startswith(MISSING):
                missing.setdefault(why.removeprefix(MISSING), []).append(f"{name}.ipynb")
            else:
                lines.append(f"{name}.ipynb {why}")
        for more, names in missing.items():
            verb = MISSING if len(names) == 1 else "are missing"
            lines.append(f"{joined(names)} {verb}{more}")
        return lines + self.reasons

    def refuse(self, notebooks: Collection[str] | None, why: str) -> None:
        """Note why nothing was read; `why` continues "its folder"."""
        self.refused = dict.fromkeys(notebooks or (), f"was not read: its folder {why}")
        if notebooks is None:
            self.reasons.append(f"was not read: its folder {why}")

    def take_note(self, notebooks: Collection[str]) -> None:
        """Remove the note of `collected_files`, and add its reasons to this submission's.

        The note may be the student's. It can only add reasons why the submission needs attention.
        `notebooks` are the assignment's, without ".ipynb".
        """
        try:
            note = json.loads(self.files.pop(COLLECTED, b"null"))
        except (ValueError, RecursionError):
            return
        if not isinstance(note, dict):
            return
        refused, reasons = note.get("refused"), note.get("reasons")
        for name, why in refused.items() if isinstance(refused, dict) else ():
            if name not in notebooks:
                self.reasons.append(one_line(f"{name}.ipynb {why}"))
            elif f"{name}.ipynb" not in self.files:
                self.refused.setdefault(name, one_line(str(why)))
        if isinstance(reasons, list):
            self.reasons += [one_line(str(reason)) for reason in reasons]

    def timestamp(self) -> datetime.datetime | None:
        """Return the time in timestamp.txt: UTC as a naive `datetime`, or None without such a file.

        The file holds ISO 8601, and may end with a space and a time zone, as nbgrader writes it:
        one that Python knows by name, such as "CET" or "Europe/Berlin", or an abbreviation of the
        machine's own zone. For anything else, it raises `ValueError`. nbgrader's own reader takes
        time that grows with the square of the length, opens what looks like a path, and takes a
        zone that it does not know for UTC.
        """
        data = self.files.get(TIMESTAMP, b"").strip()
        if not data:
            return None
        shown = one_line(data.decode("utf-8", "replace"), LONGEST_TIMESTAMP)
        try:
            if len(data) > LONGEST_TIMESTAMP:
                raise ValueError
            text = data.decode("ascii")
            before, _, zone = text.rpartition(" ")
            named = zone[:1].isalpha()
            found = datetime.datetime.fromisoformat(before if named else text)
            found = _in_zone(found, zone) if named else found
            return found.astimezone(datetime.UTC).replace(tzinfo=None) if found.tzinfo else found
        except (ValueError, OverflowError) as error:
            raise ValueError(
                f"{TIMESTAMP} does not contain an ISO time (a time zone may follow): {shown}"
            ) from error


_zones = functools.cache(zoneinfo.available_timezones)  # it reads some hundred files


def _in_zone(moment: datetime.datetime, zone: str) -> datetime.datetime:
    if zone in _zones():
        return moment.replace(tzinfo=zoneinfo.ZoneInfo(zone))
    if zone in time.tzname:
        return moment.astimezone()  # which takes it for local time
    raise ValueError


def is_student_id(name: str) -> bool:
    """Return whether a name can be a student's id, which nbgrader makes a folder of."""
    return is_plain(name) and name[:1] not in ("", ".") and len(name) <= LONGEST_ID


def read_submission(
    coursedir: CourseDirectory,
    student: str,
    folder: Path,
    notebooks: Collection[str] | None,
    *,
    one_owner: bool = False,
    look_for_writers: bool = False,
) -> SubmittedFiles:
    """Read the files of one submission.

    `coursedir.ignore` holds globs of names that are skipped; its `max_file_size` and `max_dir_size`
    limit the kilobytes of one file, and of all files. `notebooks` are the assignment's, without
    ".ipynb"; None takes all. Others go into `SubmittedFiles.others`. With `one_owner`, files that
    do not belong to the folder's owner are left out. With `look_for_writers`, a submission that is
    still being written counts as changed now.
    """
    submission = SubmittedFiles(student, folder)
    try:
        descriptor = open_folder(folder)
    except RefusedFileError as refusal:
        submission.refuse(notebooks, str(refusal))
        return submission
    tree = FolderTree(
        descriptor,
        coursedir.ignore,
        one_owner=one_owner,
        look_for_writers=look_for_writers,
        why_reserved=lambda name, is_file: why_reserved(
            name, notebooks or (), is_file=is_file, collected=notebooks is not None
        ),
    )
    try:
        sizes = (1000 * coursedir.max_file_size, 1000 * coursedir.max_dir_size)
        found = _fill(submission, tree, notebooks, *sizes)
        if look_for_writers and (tree.written or _has_changed(submission, tree)):
            submission.reasons.append(WRITTEN)
    finally:
        os.close(descriptor)
    submission.owner = tree.top.st_uid
    submission.changed = time.time_ns() if WRITTEN in submission.reasons else tree.newest
    for path, why in tree.left_out:
        if not path:
            submission.refuse(notebooks, why)
        elif _is_notebook(path, notebooks):
            submission.refused[path.removesuffix(".ipynb")] = why
        else:
            kept = submission.reasons
            if why == IS_PAGE:
                kept = submission.notes.setdefault(path.removesuffix(".html"), [])
            kept.append(f"{one_line(path, LONGEST_NAME)} {why}")
    if found > MAX_FILES:
        more = "more than " if found == MOST_SEEN else ""
        submission.reasons.append(f"has {more}{found} files; only {MAX_FILES} of them were kept")
    return submission


def _fill(
    submission: SubmittedFiles,
    tree: FolderTree,
    notebooks: Collection[str] | None,
    max_file: int,
    room: int,
) -> int:
    """Read the files below a folder; return how many there are. The sizes are in bytes."""
    # The assignment's notebooks first, and then what may be one, so that no heap of other files can
    # push them out.
    paths = islice(tree.files(), MOST_SEEN)
    found = sorted(
        (path for path in paths if not path.rpartition("/")[2].startswith(MAC_METADATA)),
        key=lambda path: (not _is_notebook(path, notebooks), ".ipynb" not in path.lower(), path),
    )
    for path in found[:MAX_FILES]:
        is_notebook = _is_notebook(path, None)
        kept = submission.files
        if is_notebook and not _is_notebook(path, notebooks):
            kept = submission.others
        try:
            # Outputs may make a notebook larger than `MAX_NOTEBOOK_BYTES`; grading drops them.
            most = max(MAX_NOTEBOOK_BYTES, max_file) if is_notebook else max_file
            content = tree.read(path, min(most, room))
        except RefusedFileError as refusal:
            tree.left_out.append((path, str(refusal)))
        except OSError as error:
            tree.left_out.append((path, f"cannot be read: {error.strerror}"))
        else:
            kept[path] = content
            room -= len(content)
    return len(found)


def _has_changed(submission: SubmittedFiles, tree: FolderTree) -> bool:
    """Return whether a second look at the files that were read finds something else."""
    newest = tree.newest
    for path, content in submission.files.items():
        try:
            if tree.read(path, len(content)) != content:
                return True
        except (OSError, RefusedFileError):
            return True
    return tree.newest != newest or os.fstat(tree.descriptor).st_ctime_ns > newest


def collected_files(submission: SubmittedFiles) -> dict[str, bytes]:
    """Return the files of a submission from the exchange, with a note on it.

    ``timestamp.txt`` holds the time at which it was last changed. The note `COLLECTED` holds the
    time that the student's own file claimed, and what was left out.
    """
    claimed = submission.files.get(TIMESTAMP, b"")[:LONGEST_TIMESTAMP].decode("utf-8", "replace")
    note = {
        "folder": one_line(submission.folder.name),
        "owner": submission.owner,
        "claimed_time": one_line(claimed),
        "refused": {one_line(name): why for name, why in submission.refused.items()},
        "reasons": submission.reasons,
    }
    return {
        **submission.files,
        TIMESTAMP: f"{submission.submitted_at():{TIME_FORMAT}}".encode(),
        COLLECTED: (json.dumps(note, indent=1) + "\n").encode(),
    }


def timestamp_text(folder: Path) -> str | None:
    """Return the text of a submission's timestamp.txt in one line, or None if it cannot be read.

    The file may be a student's: no more of it is read than a time takes, and no link is followed.
    """
    data = read_start(folder / TIMESTAMP, LONGEST_TIMESTAMP)
    return None if data is None else one_line(data.decode("utf-8", "replace"))


def replace_submission(folder: Path, files: Mapping[str, bytes], *, shared: bool) -> None:
    """Write a submission into the course in one step, replacing an older one.

    `files` maps relative paths (with "/") to content. With `shared`
    (`CourseDirectory.groupshared`), the group may read and write it, otherwise only the owner.
    """
    in_folder, in_file = (0o2770, 0o660) if shared else (0o700, 0o600)
    if not folder.parent.exists():
        folder.parent.mkdir(parents=True)
        folder.parent.chmod(in_folder)
    new = settle_folder(folder)
    write_files(new, files)
    for path in (new, *new.rglob("*")):
        path.chmod(in_folder if path.is_dir() else in_file)
    replace_folder(folder)


def support_files(source: Path, ignore: Iterable[str]) -> dict[str, bytes]:
    """Return the files in an assignment's source folder that are not notebooks, by relative path.

    The instructor's files are trusted, so links are followed and the size is not limited. `ignore`
    holds globs of names that are skipped.
    """
    found = {path.relative_to(source): path for path in sorted(source.rglob("*"))}
    return {
        str(name): path.read_bytes()
        for name, path in found.items()
        if path.is_file() and path.suffix != ".ipynb"
        if not any(fnmatch.fnmatch(part, glob) for part in name.parts for glob in ignore)
    }


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


def _is_notebook(path: str, notebooks: Collection[str] | None) -> bool:
    name, end, rest = path.rpartition(".ipynb")
    if rest or not end or "/" in name:
        return False
    return notebooks is None or name in notebooks
