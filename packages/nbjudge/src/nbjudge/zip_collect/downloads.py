"""The files that a learning management system has handed out, read without trusting them.

Entry points: `Downloads`, `write_upload`.
"""

import errno
import os
import stat
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from logging import Logger
from pathlib import Path, PurePosixPath
from typing import IO

from ..files.archive_members import ENDINGS, Member, is_noise, read_members, why_unsafe
from ..files.text import one_line
from ..files.tree import AS_FILE

CHUNK = 1 << 20  # bytes that are copied at once


@dataclass(frozen=True)
class Download:
    """A file as it was downloaded: `path` in the class's archive, or in `archive/` if that is "".

    The path is relative and has "/" between its components.
    """

    archive: str
    path: str

    def __str__(self) -> str:
        return f"{self.archive}: {self.path}" if self.archive else self.path

    def folder(self, extracted: Path) -> Path:
        """Return the folder that it counts as extracted to: in `extracted`, that of its archive."""
        return extracted / _stem(self.archive)


@dataclass
class LeftOut:
    """The files that are not collected. Each is logged with the reason, and the number at the end.

    `reasons` has the name of each file and a phrase that continues it. `count` is the number of
    those that are a student's work, as far as their names say.
    """

    log: Logger
    count: int = 0
    reasons: list[tuple[str, str]] = field(default_factory=list)

    def add(self, name: object, why: str) -> None:
        """Note a file that a student loses."""
        self.log.error("Left out: %s %s", one_line(str(name)), one_line(why))
        self.count += 1
        self._note(name, why)

    def add_nobodys(self, name: object) -> None:
        """Note a file whose name has no student's id."""
        self.log.info("Skipped: %s", one_line(str(name)))
        self._note(name, "has no student's id in its name")

    def add_replaced(self, name: object) -> None:
        """Note a file that the student has uploaded again."""
        text = "Replacing previously collected submission file: %s"
        self.log.warning(text, one_line(str(name)))
        self._note(name, "was uploaded again; the newer one counts")

    def log_count(self) -> None:
        if self.count:
            text = "Files left out: %d. The lines that begin with 'Left out' say which, and why"
            self.log.error(text, self.count)

    def _note(self, name: object, why: str) -> None:
        self.reasons.append((one_line(str(name)), one_line(why)))


class RefusedUploadError(Exception):
    """Refusal to write an upload. The message continues its name."""


def write_upload(folder: Path, name: str, file: IO[bytes], largest: int) -> None:
    """Write a stream of at most `largest` bytes to a new file below a folder; nothing on errors."""
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise RefusedUploadError("has a name that points outside the folder")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise RefusedUploadError("is in a folder that has the name of another file") from error
    try:
        target = open(path, "xb")
    except FileExistsError as error:
        raise RefusedUploadError("appears twice; the first one is kept") from error
    try:
        with target:
            _copy(file, target, largest)
    except BaseException:
        path.unlink()
        raise


def _copy(file: IO[bytes], target: IO[bytes], largest: int) -> None:
    size = 0
    while chunk := file.read(CHUNK):
        size += len(chunk)
        if size > largest:
            raise RefusedUploadError(f"is too large: more than {largest / 1e6:.1f} MB")
        target.write(chunk)


class Downloads:
    """The files in a folder `archive/`, and those in the class's archives there."""

    def __init__(self, folder: Path, class_archives: Sequence[str], left_out: LeftOut) -> None:
        self.folder = folder
        self.left_out = left_out
        names = sorted(_files_below(folder))
        lone = names[0] if len(names) == 1 else ""
        is_class_archive = "/" not in lone and is_archive(lone)
        self.class_archives = [name for name in names if name in class_archives]
        if not self.class_archives and is_class_archive:
            self.class_archives = [lone]
        self.single_files = [name for name in names if name not in self.class_archives]

    def files(self) -> Iterator[Download]:
        """Yield each file once; log those that cannot be read, or have a name that is not used.

        A name may hold spaces and marks that are not printable, because persons' names do.
        """
        seen = set[Download]()
        for name in self.single_files:
            download = Download("", name)
            if self._is_usable(download):
                yield download
        for archive in self.class_archives:
            for member in self._members(archive, log=True):
                download = Download(archive, member.name)
                if not self._is_usable(download):
                    continue
                if member.open is None:
                    self.left_out.add(download, "is not a file")
                elif download in seen:
                    self.left_out.add(download, "appears twice; the first one is kept")
                else:
                    seen.add(download)
                    yield download

    def open_all(self) -> Iterator[tuple[Download, Callable[[], IO[bytes]]]]:
        """Yield each file with a function that opens it, to be called before the next file."""
        for name in self.single_files:
            yield Download("", name), partial(_open, self.folder / name)
        for archive in self.class_archives:
            for member in self._members(archive, log=False):
                if member.open is not None:
                    yield Download(archive, member.name), member.open

    def _members(self, archive: str, *, log: bool) -> Iterator[Member]:
        """Yield the members of a class's archive up to the first one that cannot be read."""
        try:
            if _stem(archive) in ("", ".", ".."):
                raise ValueError("its name is not one that a folder can have: rename it")
            with _open(self.folder / archive) as file:
                yield from read_members(file)
        except GeneratorExit:
            raise
        except Exception as error:  # zipfile and tarfile raise all kinds for a damaged archive
            if log:
                self.left_out.add(archive, f"cannot be read: {_reason(error)}")

    def _is_usable(self, download: Download) -> bool:
        if is_noise(download.path):
            return False
        why = why_unsafe(_with_spaces(download.path))
        # Never a separator: the student may have written it, and what is behind it.
        if "\\" in download.path:
            why = "has a backslash in its name. Pack the archive again, with / between folders"
        if why:
            self.left_out.add(download, why)
        return not why


def _with_spaces(path: str) -> str:
    """Return a path with plain spaces for all other spaces and invisible marks of writing."""
    kinds = ("Zs", "Cf")
    return "".join(" " if unicodedata.category(char) in kinds else char for char in path)


def _stem(archive: str) -> str:
    return PurePosixPath(archive).stem.removesuffix(".tar")


def _files_below(folder: Path) -> Iterator[str]:
    """Yield the relative paths of all files below a folder, without what systems leave."""
    for top, _, names in os.walk(folder):
        for name in names:
            path = Path(top, name).relative_to(folder).as_posix()
            if not is_noise(path):
                yield path


def is_archive(name: str) -> bool:
    return name.lower().endswith(ENDINGS)


def _open(path: Path) -> IO[bytes]:
    """Open a file for reading; raise `OSError` if it is a link, or not a regular file."""
    file = open(path, "rb", opener=lambda name, _: os.open(name, AS_FILE))
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "it is not a regular file")
    return file


def _reason(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)
