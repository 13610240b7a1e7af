"""Work in the submitted folder that is in no folder STUDENT/ASSIGNMENT, so no command grades it.

Entry point: `misplaced_sentence`.
"""

import contextlib
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from .archive_members import is_noise, looks_like_archive
from .text import first_few, one_line

# How browsers and systems end the name of a copy: "ps1 (1)", "ps1 - Copy", "ps1 copy 2".
COPY = re.compile(r"[\s_-]*(\(\d+\)|copy( ?\d+)?)$", re.IGNORECASE)
MOST_BELOW = 2  # folders below an entry in which notebooks are looked for


def misplaced_sentence(coursedir: CourseDirectory, assignment: str) -> str | None:
    """Return a sentence on the work that is at another depth, or whose folder is spelled otherwise.

    Return None if there is none, or if `CourseDirectory.directory_structure` isn't nbgrader's
    default.
    """
    if coursedir.directory_structure != CourseDirectory.directory_structure.default_value:
        return None
    step = coursedir.submitted_directory
    source = Path(coursedir.root, coursedir.source_directory)
    assignments = {assignment, *(entry.name for entry in _entries(source) if _is_folder(entry))}
    paths = [
        one_line(os.path.join(step, path))
        for path in _misplaced(Path(coursedir.root, step), assignment, assignments)
    ]
    if not paths:
        return None
    return (
        f"This work is in no folder {step}/STUDENT/{assignment}, so it is not graded: "
        f"{first_few(paths)}. Move it there"
    )


def _misplaced(submitted: Path, assignment: str, assignments: set[str]) -> Iterator[str]:
    """Yield the relative path of each entry of the submitted folder with misplaced work.

    `assignments` are the names of all assignments of the course. A folder with the name of another
    one is left alone.
    """
    for entry in _entries(submitted):
        if not _is_folder(entry):
            if _may_be_work(entry.name):
                yield entry.name
            continue
        # The folder of the assignment, with the students in it.
        swapped = _alike(entry.name, assignment)
        for inner in _entries(entry.path):
            path = os.path.join(entry.name, inner.name)
            if not _is_folder(inner):
                if _may_be_work(inner.name):
                    yield path
            elif inner.name in assignments:
                continue
            elif swapped or _alike(inner.name, assignment):
                if _holds_work(inner.path):
                    yield f"{path}/"
            else:
                yield from _folders_below(inner, path, lambda name: _alike(name, assignment))


def _folders_below(
    folder: "os.DirEntry[str]", path: str, is_right: Callable[[str], bool]
) -> Iterator[str]:
    """Yield the path of each folder with work, one level below a folder, whose name is right."""
    for entry in _entries(folder.path):
        if _is_folder(entry) and is_right(entry.name) and _holds_work(entry.path):
            yield f"{os.path.join(path, entry.name)}/"


def _alike(name: str, assignment: str) -> bool:
    """Return True if two names differ at most in case, spaces, punctuation and a copy's ending."""
    return _letters(COPY.sub("", name)) == _letters(assignment)


def _letters(name: str) -> str:
    return re.sub(r"[\W_]", "", name).casefold()


def _holds_work(folder: str, below: int = MOST_BELOW) -> bool:
    return any(
        _may_be_work(entry.name)
        or (below > 0 and _is_folder(entry) and _holds_work(entry.path, below - 1))
        for entry in _entries(folder)
    )


def _may_be_work(name: str) -> bool:
    """Return True for the name of a notebook, also of a renamed one, or of an archive."""
    return ".ipynb" in name.lower() or looks_like_archive(name, b"")


def _entries(folder: str | Path) -> "list[os.DirEntry[str]]":
    """Return the entries of a folder by name, without hidden ones and what tools leave there."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        kept = [e for e in entries if not (e.name.startswith(".") or is_noise(e.name))]
        return sorted(kept, key=lambda entry: entry.name)
    return []


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    return entry.is_dir(follow_symlinks=False)
