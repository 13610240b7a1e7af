"""Plugins for `nbgrader zip_collect` that read untrusted archives and file names."""

import atexit
import os
import re
import tarfile
import tomllib
import zipfile
from collections.abc import Callable, Generator, Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, Any

from nbgrader.coursedir import CourseDirectory
from nbgrader.plugins import BasePlugin, ExtractorPlugin, FileNameCollectorPlugin

from ..course.submission import MAC_METADATA, is_student_id
from ..course.text import one_line
from ..course.tree import AS_FILE, MAX_DEPTH, is_plain
from ..errors import ExitCode

MOST_MEMBERS = 20_000  # files in an archive; that of a class has several for each student
MOST_NESTED = 2  # levels of archives within archives; that of a class contains its students'
TIMES_LARGER = 100  # largest ratio of an archive's content to its size (or to 1 MB if larger)
LEAST_SIZE = 1 << 20
NOT_SAFE = "has a name that points outside the folder"
NOISE = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")
PATTERNS = tomllib.loads((Path(__file__).parent / "lms_patterns.toml").read_text())


class Extract(ExtractorPlugin):
    """Extract untrusted archives. Set this class as ``ZipCollectApp.extractor_plugin``.

    nbgrader's own class stops at the first damaged archive, and does not limit the size of an
    archive's content. This class writes regular files only, each within
    ``CourseDirectory.max_file_size``, and limits the number and total size of an archive's files.
    It logs each file that it leaves out, and continues; the command then ends with exit code 3.
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
        collector = getattr(self.parent, "collector_plugin_inst", None)
        if isinstance(collector, Identify):
            files = Path(extracted_path).rglob("*")
            collector.sort_out(sorted(str(path) for path in files if path.is_file()))

    def _take(self, path: Path, target: Path, nested: int) -> None:
        """Extract an archive into a folder of its name in `target`, or copy another file there."""
        archive = path.suffix in self.zip_ext and nested <= MOST_NESTED
        folder = target / (path.stem.removesuffix(".tar") if archive else path.name)
        largest = self.largest
        try:
            with open(os.open(path, AS_FILE), "rb") as file:
                room = TIMES_LARGER * max(os.fstat(file.fileno()).st_size, LEAST_SIZE)
                members = read_members(file, MOST_MEMBERS, largest, room)
                for name, data, why in members if archive else [_read("", lambda: file, largest)]:
                    inner = folder / name
                    self._write(f"{path.name}: {name}".rstrip(": "), data, why, inner)
                    further = archive and not why and nested < MOST_NESTED
                    if further and inner.suffix in self.zip_ext and inner.is_file():
                        self._take(inner, inner.parent, nested + 1)
                        inner.unlink()
        except OSError as error:
            _leave_out(self, path.name, f"cannot be read: {error.strerror}")

    def _write(self, name: str, content: bytes, why: str, target: Path) -> None:
        """Write a file, or log why it is left out."""
        if target.name.startswith(MAC_METADATA) or not {*NOISE}.isdisjoint(target.parts):
            return
        try:
            if not why:
                target.parent.mkdir(parents=True, exist_ok=True)
                with open(target, "xb") as file:
                    file.write(content)
        except FileExistsError:
            why = "appears twice; the first one is kept"
        except OSError as error:
            why = f"cannot be written: {error.strerror}"
        if why:
            _leave_out(self, name, why)


class Identify(FileNameCollectorPlugin):
    """Read the student id from the file name.

    Set this class as ``ZipCollectApp.collector_plugin``. ``FileNameCollectorPlugin.named_regexp``
    works as for nbgrader's own class, but that one stops at a bad name. This class logs and skips a
    file whose name contains no valid student id. Of two uploads of one file, it takes the later one
    by the pattern's group ``order`` or ``timestamp``, and logs the earlier one. If the name shows
    no order, it takes neither.

    Without a pattern, it collects nothing, and logs the one in lms_patterns.toml that fits most
    names. Students can write names, so the names do not decide.
    """

    def sort_out(self, paths: Sequence[str]) -> list[re.Match[str]]:
        """Suggest a pattern if the course has none, or find uploads that do not count.

        Parameters
        ----------
        paths
            All files that were extracted.

        Returns
        -------
        The matches of those that count.
        """
        if not self.named_regexp:
            names = "\n".join(path for path in paths if path.endswith(".ipynb"))
            system = max(PATTERNS, key=lambda each: len(re.findall(PATTERNS[each], names, re.M)))
            text = "Set FileNameCollectorPlugin.named_regexp. For %s (is it yours?), it is %r"
            self.log.error(text, system, PATTERNS[system])
            return []
        uploads: dict[tuple[str, str], list[tuple[int, str, str]]] = {}
        matches = [found for path in paths if (found := re.match(self.named_regexp, path))]
        for found in matches:
            parts = found.groupdict("")
            order = parts.get("order") or parts.get("timestamp") or ""
            key = (parts.get("student_id", ""), Path(parts.get("file_id", "")).stem)
            uploads.setdefault(key, []).append((len(order), order, found.string))
        self.passed = dict[str, bool]()  # by path: whether nothing shows which upload is later
        for versions in map(sorted, uploads.values()):
            tied = len({each[:2] for each in versions[-2:]}) < len(versions[-2:])
            over = versions if tied else versions[:-1]
            self.passed |= dict.fromkeys((path for *_, path in over), tied)
        counted = [found for found in matches if found.string not in self.passed]
        if matches and not counted and self.parent:
            self.parent.fail("No file counts: each appears twice, and nothing shows which is newer")
        return counted

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
        if found is None or not found.keys() >= {"student_id", "file_id"}:
            return found  # nbgrader's command refuses a pattern without these groups
        student, file = found.get("student_id") or "", found.get("file_id") or ""
        if not is_student_id(student) or "/" in student or not is_safe(file):
            _leave_out(self, submitted_file, "has no student ID in its name")
        elif self.passed.get(submitted_file):
            _leave_out(self, submitted_file, "appears twice, and nothing shows which is newer")
        elif submitted_file in self.passed:
            name = one_line(submitted_file)
            self.log.warning("Replacing previously collected submission file: %s", name)
        else:
            return found
        return None


def _leave_out(plugin: BasePlugin, name: str, why: str) -> None:
    plugin.log.error("Left out: %s %s", one_line(name), one_line(why))
    if plugin.parent:
        # nbgrader's command ends with 0 whatever its plugins have left out.
        atexit.register(os._exit, ExitCode.ATTENTION)


def read_members(
    file: IO[bytes], most: int, largest: int, room: int
) -> Generator[tuple[str, bytes, str], None, None]:
    """Yield the files in an archive: the name, the content, and why it is left out, or "".

    A fault of one file leaves out only that file; a fault of the archive is yielded with the name
    "". `most` limits the number of files, `largest` the bytes of one file, and `room` the bytes of
    all.
    """
    try:
        for number, (name, opened) in enumerate(_members(file)):
            if number >= most:
                raise ValueError(f"it holds more than {most} files")
            if opened is None or not is_safe(name):
                yield name, b"", NOT_SAFE if opened else "is not a file"
                continue
            found = _read(name, opened, min(largest, room))
            # What is too large is read in part, and counts: to unpack it took its time.
            room = max(0, room - len(found[1]))
            yield found
    except Exception as error:  # zipfile and tarfile raise all kinds for a damaged archive
        yield "", b"", f"cannot be read: {error}"


def _members(file: IO[bytes]) -> Generator[tuple[str, Any], None, None]:
    """Yield each name in an archive, and a function that opens it, or None if it is no file."""
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as archive:
            for info in archive.infolist():
                if not info.is_dir():
                    yield info.filename, partial(archive.open, info)
        return
    file.seek(0)
    with tarfile.open(fileobj=file) as tar:
        for entry in tar:
            if not entry.isdir():
                yield entry.name, partial(tar.extractfile, entry) if entry.isreg() else None


def _read(name: str, opened: Callable[[], IO[bytes]], limit: int) -> tuple[str, bytes, str]:
    try:
        with opened() as file:
            data = file.read(limit + 1)
    except Exception as error:
        return name, b"", f"cannot be read: {error}"
    large = f"is too large: more than {limit / 1e6:.1f} MB"
    return name, data, large if len(data) > limit else ""


def is_safe(name: str) -> bool:
    """Return True if a relative path can only lead to a place below the folder it is joined to."""
    parts = PurePosixPath(name).parts
    return (
        0 < len(parts) <= MAX_DEPTH
        and not name.startswith("/")
        and all(part != ".." and is_plain(part) and len(part.encode()) <= 200 for part in parts)
    )
