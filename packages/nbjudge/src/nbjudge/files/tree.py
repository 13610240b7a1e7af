"""Reading of files below an untrusted folder, without following a link on the path to any."""

import contextlib
import fnmatch
import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from .kernel_times import is_open_for_writing

MAX_DEPTH = 20
MOST_SEEN = 10_000  # at most so many names of a folder, and so many files in all, are read
AS_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
AS_FOLDER = AS_FILE | os.O_DIRECTORY


class RefusedFileError(ValueError):
    """Refusal of a file; the message continues a sentence that begins with the file's name."""


def open_folder(path: Path) -> int:
    """Open a folder and return its descriptor; a student can have put a link in its place.

    Raises `RefusedFileError` if it is a link, or cannot be read.
    """
    try:
        return os.open(path, AS_FOLDER)
    except OSError as error:
        if path.is_symlink():
            raise RefusedFileError("is a symbolic link, which is not followed") from error
        raise RefusedFileError(f"cannot be read: {error.strerror}") from error


def open_file(name: str, folder: int) -> BinaryIO:
    """Open a file to read it, relative to an open folder; never follow a link.

    Raises `OSError` if it is a link or a folder, or cannot be opened.
    """
    # `open` closes what its opener returns if that is a folder. It leaves other descriptors open.
    return open(name, "rb", opener=lambda name, _: os.open(name, AS_FILE, dir_fd=folder))


def open_below(path: Path) -> BinaryIO:
    """Open a file as `open_file` does; the folder that it is in may be a student's link, too."""
    folder = os.open(path.parent, AS_FOLDER)
    try:
        return open_file(path.name, folder)
    finally:
        os.close(folder)


def read_start(path: Path, most: int) -> bytes | None:
    """Return at most the first `most` bytes of a file; None if `open_below` cannot open it."""
    with contextlib.suppress(OSError), open_below(path) as file:
        return file.read(most) or b""
    return None


def is_plain(name: str) -> bool:
    """Return True if a file's name is printable: no line breaks, and no bytes but UTF-8."""
    return name.isprintable()


@dataclass
class FolderTree:
    """Tree of files below an open folder, read without following links.

    Whoever owns the folder may replace any part of it at any moment. Each step therefore starts
    from a descriptor that is already open, and not from a path. Files on another file system are
    left out, because a student may have mounted it.

    `ignore` holds globs of names that are skipped. With `one_owner`, files that do not belong to
    the folder's owner are left out. `why_reserved` is called with the name of each entry of the
    folder itself, and True for a regular file; it returns why the entry is left out, or None.

    Reading sets `newest`, the newest `st_ctime_ns` of the folder and of everything seen in it;
    `left_out`, relative paths ("" for the folder itself) with the reason why nothing was read
    there; and with `look_for_writers` `written`, True if a file that was read was open for writing.
    """

    descriptor: int
    ignore: list[str]
    one_owner: bool
    look_for_writers: bool = False
    why_reserved: Callable[[str, bool], str | None] = lambda name, is_file: None

    def __post_init__(self) -> None:
        self.top = os.fstat(self.descriptor)
        self.written = False
        self.newest = self.top.st_ctime_ns
        self.left_out: list[tuple[str, str]] = []

    def files(self) -> Iterator[str]:
        """Yield the relative paths of all regular files."""
        return self._walk(self.descriptor, "")

    def _walk(self, folder: int, prefix: str) -> Iterator[str]:
        # Three precautions against a hostile folder:
        # - islice: a folder of millions of names would take all the time and memory.
        # - sorted: the kernel lists names in any order, and limits that the caller sets should
        #   hit the same files each time.
        # - dir_fd with O_NOFOLLOW: between the listing and the opening, a student can replace a
        #   folder by a link. Relative to an open descriptor, only the last name is looked up, and
        #   O_NOFOLLOW refuses a link there.
        try:
            with os.scandir(folder) as listing:
                names = sorted(entry.name for entry in islice(listing, MOST_SEEN))
        except OSError as error:
            self.left_out.append((prefix, f"cannot be read: {error.strerror}"))
            return
        for name in names:
            path = prefix + name
            try:
                status = os.stat(name, dir_fd=folder, follow_symlinks=False)
                # Before `ignore`, so that a file under one of our names is always reported.
                reserved = None if prefix else self.why_reserved(name, stat.S_ISREG(status.st_mode))
                if reserved is None and any(fnmatch.fnmatch(name, glob) for glob in self.ignore):
                    continue
                why = self._refusal(path, status) or reserved
                if why is None and stat.S_ISREG(status.st_mode):
                    yield path
                elif why is None:
                    inner = os.open(name, AS_FOLDER, dir_fd=folder)
                    try:
                        yield from self._walk(inner, path + "/")
                    finally:
                        os.close(inner)
            except OSError as error:
                why = f"cannot be read: {error.strerror}"
            if why is not None:
                self.left_out.append((path, why))

    def _refusal(self, path: str, status: os.stat_result) -> str | None:
        """Return why a file or folder is left out, or None; in both cases its time counts."""
        self.newest = max(self.newest, status.st_ctime_ns)
        if not is_plain(path.rpartition("/")[2]):
            return "has a name that other programs cannot handle"
        if stat.S_ISLNK(status.st_mode):
            return "is a symbolic link, which is not followed"
        if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
            return "is not a file"
        if status.st_dev != self.top.st_dev:
            return "is on another file system"
        if self.one_owner and status.st_uid != self.top.st_uid:
            return "belongs to another user"
        if stat.S_ISDIR(status.st_mode) and path.count("/") >= MAX_DEPTH:
            return "is nested too deeply"
        return None

    def read(self, path: str, limit: int) -> bytes:
        """Read a file that `files` listed, of at most `limit` bytes.

        Everything may have been replaced since, so the path is walked from the open folder again,
        without following links, and the file is checked once it is open. Raises `RefusedFileError`
        if it is not a regular file that may be read, or is larger than `limit`; `OSError` if it
        cannot be opened.
        """
        *folders, name = path.split("/")
        above = self.descriptor
        with contextlib.ExitStack() as stack:
            for folder in folders:
                above = os.open(folder, AS_FOLDER, dir_fd=above)
                stack.callback(os.close, above)
            descriptor = os.open(name, AS_FILE, dir_fd=above)
        with open(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if (why := self._refusal(path, status)) or not stat.S_ISREG(status.st_mode):
                raise RefusedFileError(why or "is not a file")
            content = file.read(limit + 1) if status.st_size <= limit else b""
            if len(content) > limit or status.st_size > limit:
                megabytes = max(len(content), status.st_size) / 1e6
                raise RefusedFileError(
                    f"is too large: {megabytes:.1f} MB, at most {limit / 1e6:.1f} MB"
                )
            self.newest = max(self.newest, os.fstat(descriptor).st_ctime_ns)
            if self.look_for_writers:
                self.written = self.written or is_open_for_writing(descriptor)
            return content
