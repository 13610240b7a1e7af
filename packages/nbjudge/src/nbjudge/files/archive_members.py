"""Reading of archives, also of those that strangers have made.

Two formats are read: zip (stored or deflated) and tar, plain or with gzip. Python's readers of
bzip2 and xz let a small file take gigabytes of memory, so these are refused, as RAR and 7z are.

Entry points: `looks_like_archive`, `why_not_read`, `read_members`.
"""

import gzip
import io
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import PurePosixPath
from typing import IO, NamedTuple, cast

from .submission import MAC_METADATA
from .tree import MAX_DEPTH, is_plain

ENDINGS = (".zip", ".tar", ".tgz", ".gz")
ZIP_START = b"PK\x03\x04"
GZIP_START = b"\x1f\x8b"
# How archives begin, and end, that are not read.
REFUSED_KINDS = [
    ("RAR", b"Rar!\x1a\x07", (".rar",)),
    ("7z", b"7z\xbc\xaf\x27\x1c", (".7z",)),
    ("bzip2", b"BZh", (".bz2", ".tbz", ".tbz2")),
    ("xz", b"\xfd7zXZ\x00", (".xz", ".txz")),
]
ADVICE = "which is not read: use a zip file"
# Documents that are zip archives inside. Nobody puts a notebook into one.
DOCUMENTS = (".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp", ".npz", ".jar", ".whl", ".epub")
READ_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# What systems and tools leave beside a person's files.
NOISE = frozenset(
    {
        "__MACOSX",
        ".DS_Store",
        "Thumbs.db",
        "desktop.ini",
        ".ipynb_checkpoints",
        "__pycache__",
        ".git",
    }
)
LONGEST_NAME = 200  # bytes of one component of a path; file systems take 255


class Member(NamedTuple):
    """A file in an archive.

    `name` is its path as the archive gives it. `open` returns a stream of its content, or is None
    if it is not a regular file. In a tar file, a member can be read only until the next one is
    asked for.
    """

    name: str
    open: Callable[[], IO[bytes]] | None


class ArchiveLimitError(Exception):
    """Error for an archive that exceeds a limit. The message continues the archive's name."""


class UnreadCompressionError(Exception):
    """Error for a member of a zip file that is compressed in a way that is not read."""


class Allowance:
    """The bytes that may be unpacked, from all the archives that it is given to together."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.left = most

    def take(self, count: int) -> None:
        """Count unpacked bytes; raise `ArchiveLimitError` if they are more than are left."""
        self.left -= count
        if self.left < 0:
            raise ArchiveLimitError(f"unpacks to more than {self.most / 1e6:.0f} MB")


def looks_like_archive(name: str, start: bytes) -> bool:
    """Return True if a file is an archive by its name or its first bytes, also one not read."""
    lower = name.lower()
    if lower.endswith(ENDINGS) or why_not_read(name, start):
        return True
    return start.startswith((ZIP_START, GZIP_START)) and not lower.endswith(DOCUMENTS)


def why_not_read(name: str, start: bytes) -> str:
    """Return why an archive of this kind is not read, as a phrase that follows its name, or ""."""
    for kind, magic, endings in REFUSED_KINDS:
        if start.startswith(magic) or name.lower().endswith(endings):
            return f"is compressed with {kind}, {ADVICE}"
    return ""


def read_members(file: IO[bytes], allowance: Allowance | None = None) -> Iterator[Member]:
    """Yield the files in an archive, without its folders.

    Those of a zip file that may be notebooks come first, so that a limit of the caller meets them
    last.

    Parameters
    ----------
    file
        The archive, open for reading at any position.
    allowance
        What may be unpacked, or None for no limit. In a tar file, members that nobody opens count,
        too: to find the next member, a reader goes through the one before.

    Raises
    ------
    Exception
        `zipfile` and `tarfile` raise all kinds for a damaged archive; `ArchiveLimitError` if the
        allowance is used up.
    """
    file.seek(0)
    start = file.read(6)
    refusal = why_not_read("", start)
    if refusal:
        raise ValueError(f"it {refusal}")
    if zipfile.is_zipfile(file):
        yield from _members_of_zip(file, allowance)
        return
    file.seek(0)
    if start.startswith(GZIP_START):
        unpacked = cast(IO[bytes], gzip.open(file))
        yield from _members_of_tar(_CountedReader(unpacked, allowance))
    else:
        yield from _members_of_tar(_CountedReader(file, allowance))


def _members_of_zip(file: IO[bytes], allowance: Allowance | None) -> Iterator[Member]:
    with zipfile.ZipFile(file) as archive:
        entries = [info for info in archive.infolist() if not info.filename.endswith(("/", "\\"))]
        entries.sort(key=lambda info: ".ipynb" not in info.filename.lower())
        for info in entries:
            is_link = stat.S_ISLNK(info.external_attr >> 16)
            open_it = None if is_link else partial(_open_in_zip, archive, info, allowance)
            yield Member(info.filename, open_it)


def _open_in_zip(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, allowance: Allowance | None
) -> IO[bytes]:
    if info.compress_type not in READ_COMPRESSIONS:
        raise UnreadCompressionError("it is neither stored nor deflated: use an ordinary zip file")
    return _CountedReader(archive.open(info), allowance)


def _members_of_tar(file: IO[bytes]) -> Iterator[Member]:
    # As a stream: a seekable tar file could send the reader back and forth without an end.
    with tarfile.open(fileobj=file, mode="r|") as archive:
        for entry in archive:
            if entry.isdir():
                continue
            open_it = partial(_open_in_tar, archive, entry) if entry.isreg() else None
            yield Member(entry.name, open_it)


def _open_in_tar(archive: tarfile.TarFile, entry: tarfile.TarInfo) -> IO[bytes]:
    opened = archive.extractfile(entry)
    if opened is None:
        raise ValueError("it is not a file")
    return opened


class _CountedReader(io.BytesIO):
    """A stream whose bytes are taken from an allowance."""

    def __init__(self, file: IO[bytes], allowance: Allowance | None) -> None:
        super().__init__()
        self.file = file
        self.allowance = allowance

    def read(self, size: int | None = -1) -> bytes:
        data = self.file.read(-1 if size is None else size)
        if self.allowance:
            self.allowance.take(len(data))
        return data


def is_noise(name: str) -> bool:
    """Return True if a path is one that systems and tools leave beside a person's files."""
    parts = PurePosixPath(name).parts
    return not NOISE.isdisjoint(parts) or (bool(parts) and parts[-1].startswith(MAC_METADATA))


def why_unsafe(name: str) -> str:
    """Return why a relative path with "/" is not used as one, or "".

    A path that passes leads to a place below the folder that it is joined to, and has a name that
    each file system takes.
    """
    parts = PurePosixPath(name).parts
    if name.startswith("/") or ".." in parts or "\\" in name:
        return "has a name that points outside the folder"
    if not 0 < len(parts) <= MAX_DEPTH:
        return "is nested too deeply"
    if not all(is_plain(part) for part in parts):
        return "has a name that other programs cannot handle"
    if any(len(part.encode()) > LONGEST_NAME for part in parts):
        return "has a name that is too long"
    return ""
