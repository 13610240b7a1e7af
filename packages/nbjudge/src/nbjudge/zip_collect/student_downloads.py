"""The downloads of a learning management system that a course keeps of one student.

`nbjudge delete-student` deletes what `nbgrader zip_collect` has written for this student alone, and
lists the rest, which is about others, too.

Entry points: `collected_folders`, `forget_uploads`.
"""

import glob
import os
import re
from pathlib import Path

from nbgrader.apps import ZipCollectApp
from nbgrader.coursedir import CourseDirectory

from ..files.archive_members import Allowance, read_members
from ..files.atomic_write import replace_json
from ..files.folders import locked_course
from ..files.mentions import Mention, mention_of
from ..files.replace import read_json
from .collect_folders import SCRATCH
from .downloads import is_archive

# Bytes of a tar archive that are gone through to list its names; a student may have packed it so
# that it has no end.
MOST_UNPACKED = 200_000_000


def collected_folders(coursedir: CourseDirectory, student: str) -> list[Path]:
    """Return the folders of a student below the folders `extracted/` of all assignments."""
    folders = []
    for path in _lists(coursedir):
        folder = path.with_name(path.stem) / student
        if folder.is_dir() and any(_is_of(entry, student) for entry in _entries(path) or []):
            folders.append(folder)
    return folders


def forget_uploads(coursedir: CourseDirectory, student: str) -> list[Mention]:
    """Remove a student from the lists of collected uploads; return the downloads that stay.

    The lists say for certain which download was the student's. Other ones are returned if the id is
    in their name, or in a name in them. A folder that a killed process has left is returned whole,
    and is certain: nobody needs it.

    Raises
    ------
    OSError
        If a list cannot be written, or a file cannot be read.
    RunStoppedError
        If the course is being graded.
    """
    named = mention_of(student)
    root = Path(coursedir.root)
    app = ZipCollectApp(config=coursedir.config)
    downloaded = root / app.downloaded_directory
    certain = set[Path]()
    named_like_it = set[Path]()
    with locked_course(root):
        for path in _lists(coursedir):
            entries = _entries(path)
            if entries is None:
                if named.search(path.read_bytes()):
                    named_like_it.add(path)
                continue
            others = [entry for entry in entries if not _is_of(entry, student)]
            archives = path.with_name(app.archive_directory)
            for entry in entries:
                download = archives / (entry.get("archive") or entry.get("path") or "")
                if _is_of(entry, student) and download.is_file():
                    certain.add(download)
            if len(others) < len(entries):
                replace_json(path, {"uploads": others}, mode=0o600)
    for path in downloaded.rglob("*"):
        if path.is_file() and _names(path, downloaded, named):
            named_like_it.add(path)
    for scratch in root.glob(f"{SCRATCH}*"):
        files = [path for path in scratch.rglob("*") if path.is_file()]
        tables = [path for path in files if path.suffix == ".json"]
        if any(_names(path, scratch, named) for path in files) or any(
            named.search(table.read_bytes()) for table in tables
        ):
            certain.add(scratch)
    paths = sorted(certain | named_like_it)
    return [Mention(path, is_certain=path in certain) for path in paths]


def _lists(coursedir: CourseDirectory) -> list[Path]:
    """Return the lists of uploads (`uploads.uploads_path`) of all assignments."""
    app = ZipCollectApp(config=coursedir.config)
    pattern = app.collect_directory_structure.format(
        downloaded=app.downloaded_directory,
        assignment_id="*",
        collect_step=app.extracted_directory,
    )
    return sorted(
        map(Path, glob.glob(os.path.join(glob.escape(coursedir.root), f"{pattern}.json")))
    )


def _entries(path: Path) -> list[dict[str, str]] | None:
    """Return the entries of a list; None if it is damaged."""
    content = read_json(path)
    entries = content.get("uploads") if content else None
    is_list = isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries)
    return entries if is_list else None


def _is_of(entry: dict[str, str], student: str) -> bool:
    return entry.get("student") == student


def _names(path: Path, top: Path, named: re.Pattern[bytes]) -> bool:
    """Return True if the path of a file below a folder matches, or a name in it as an archive.

    The bytes of an archive that is damaged or too large count, because a zip file has the names as
    they are.
    """
    if named.search(os.fsencode(path.relative_to(top))):
        return True
    if not is_archive(path.name):
        return False
    try:
        with open(path, "rb") as file:
            members = read_members(file, Allowance(MOST_UNPACKED))
            return any(named.search(os.fsencode(member.name)) for member in members)
    except Exception:  # zipfile and tarfile raise all kinds for a damaged archive
        return named.search(path.read_bytes()) is not None
