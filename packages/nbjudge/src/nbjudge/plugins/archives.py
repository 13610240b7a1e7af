"""Plugins for `nbgrader zip_collect` that read untrusted archives and file names."""

import contextlib
import os
import tarfile
import zipfile
import zlib
from collections.abc import Generator
from pathlib import Path, PurePosixPath
from typing import IO

from nbgrader.coursedir import CourseDirectory
from nbgrader.plugins import ExtractorPlugin, FileNameCollectorPlugin

from ..course.submission import is_student_id
from ..course.text import one_line
from ..course.tree import AS_FILE, MAX_DEPTH, is_plain

MOST_MEMBERS = 20_000  # files in an archive; that of a class has several for each student
MOST_NESTED = 2  # levels of archives within archives; that of a class contains its students'
TIMES_LARGER = 100  # largest ratio of an archive's content to its size (or to 1 MB if larger)
BLOCK = 1 << 20
BROKEN = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, OSError, RuntimeError)


class Extract(ExtractorPlugin):
    """An extractor for untrusted archives. Set it as ``ZipCollectApp.extractor_plugin``.

    nbgrader's own class stops at the first damaged archive, and does not limit the size of an
    archive's content. This class writes regular files only, each within
    ``CourseDirectory.max_file_size``, and limits the number and total size of an archive's files.
    It logs each file that it leaves out, and continues.
    """

    def extract(self, archive_path: str, extracted_path: str) -> None:
        """Extract all archives below a folder, and copy the other files.

        Parameters
        ----------
        archive_path
            The folder with the downloaded files.
        extracted_path
            The folder to write into.
        """
        self.largest = 1000 * CourseDirectory(config=self.config).max_file_size
        for folder, _, names in os.walk(archive_path):
            target = Path(extracted_path, os.path.relpath(folder, archive_path))
            for name in sorted(names):
                self._take(Path(folder, name), target, 0)

    def _take(self, path: Path, target: Path, nested: int) -> None:
        """Extract an archive into a folder of its name in `target`, or copy another file there."""
        archive = path.suffix in self.zip_ext and nested <= MOST_NESTED
        try:
            if not archive:
                with open(os.open(path, AS_FILE), "rb") as file:
                    self._write(path.name, file, target / path.name, self.largest)
                return
            folder = target / path.stem.removesuffix(".tar")
            self.log.info("Extracting from: %s", one_line(str(path)))
            self._extract(path, folder, nested)
        except BROKEN as error:
            self._leave_out(path.name, f"cannot be read: {error}")

    def _extract(self, path: Path, folder: Path, nested: int) -> None:
        room = TIMES_LARGER * max(path.stat().st_size, BLOCK)
        with path.open("rb") as archive, contextlib.closing(members_of(archive)) as members:
            for number, (name, file) in enumerate(members):
                if number >= MOST_MEMBERS:
                    self._leave_out(path.name, f"holds more than {MOST_MEMBERS} files")
                    return
                if file is None:
                    self._leave_out(f"{path.name}: {name}", "is not a file")
                    continue
                if not is_safe(name):
                    self._leave_out(f"{path.name}: {name}", "has a name that leads elsewhere")
                    continue
                target = folder / name
                room -= self._write(f"{path.name}: {name}", file, target, min(self.largest, room))
                if target.suffix in self.zip_ext and target.is_file() and nested < MOST_NESTED:
                    self._take(target, target.parent, nested + 1)
                    target.unlink()

    def _write(self, name: str, file: IO[bytes], target: Path, largest: int) -> int:
        """Write a file of at most `largest` bytes; return its size, or 0 if it was left out."""
        target.parent.mkdir(parents=True, exist_ok=True)
        written = 0
        with open(target, "xb") as copy:
            while block := file.read(BLOCK):
                written += len(block)
                if written > largest:
                    break
                copy.write(block)
        if written > largest:
            target.unlink()
            self._leave_out(name, f"is too large: more than {largest / 1e6:.1f} MB")
            return 0
        return written

    def _leave_out(self, name: str, why: str) -> None:
        self.log.error("Left out: %s %s", one_line(name), one_line(why))


class Identify(FileNameCollectorPlugin):
    """A collector that derives the student from any file name.

    Set it as ``ZipCollectApp.collector_plugin``. ``FileNameCollectorPlugin.named_regexp`` works as
    for nbgrader's own class, but that one stops at a bad name. This class logs and skips a file
    whose name contains no valid student id, or repeats another file's student and file id without a
    timestamp that tells which is newer.
    """

    def collect(self, submitted_file: str) -> dict[str, str] | None:
        """Parse the name of a file.

        Parameters
        ----------
        submitted_file
            The path of an extracted file.

        Returns
        -------
        dict or None
            The groups of the regular expression, including ``student_id`` and ``file_id``; None to
            skip the file.
        """
        found: dict[str, str] | None = super().collect(submitted_file)
        if found is None:
            return None
        student, file = found.get("student_id") or "", found.get("file_id") or ""
        if not is_student_id(student) or "/" in student or not is_safe(file):
            self.log.error("Passed over: %s names no student", one_line(submitted_file))
            return None
        self._seen: set[tuple[str, str]] = getattr(self, "_seen", set())
        if (student, file) in self._seen and not found.get("timestamp"):
            self.log.error("Passed over: %s is there twice", one_line(submitted_file))
            return None
        self._seen.add((student, file))
        return found


def members_of(file: IO[bytes]) -> Generator[tuple[str, IO[bytes] | None], None, None]:
    """Yield each name in an archive with its content; None if it is not a regular file."""
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as archive:
            for info in archive.infolist():
                if not info.is_dir():
                    with archive.open(info) as member:
                        yield info.filename, member
        return
    file.seek(0)
    with tarfile.open(fileobj=file) as tar:
        for entry in tar:
            if entry.isreg():
                yield entry.name, tar.extractfile(entry)
            elif not entry.isdir():
                yield entry.name, None


def is_safe(name: str) -> bool:
    """Return True if a relative path can only lead to a place below the folder it is joined to."""
    parts = PurePosixPath(name).parts
    return (
        0 < len(parts) <= MAX_DEPTH
        and not name.startswith("/")
        and all(part != ".." and is_plain(part) and len(part.encode()) <= 200 for part in parts)
    )
