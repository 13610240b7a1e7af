"""Work in the submitted folder that is in no folder STUDENT/ASSIGNMENT, so no command grades it.

Entry point: `misplaced_sentence`.
"""

import contextlib
import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from .archive_members import is_noise, looks_like_archive
from .text import first_few, one_line

# How browsers and systems end the name of a copy: "ps1 (1)", "ps1 - Copy", "ps1 copy 2".
COPY = re.compile(r"[\s_-]*(\(\d+\)|copy( ?\d+)?)$", re.IGNORECASE)
WORD = re.compile(r"[^\W\d_]+|\d+")
SAME = 1000  # the likeness of two names that are the same, more than any number of words
MOST_BELOW = 2  # folders below an entry in which notebooks are looked for


def misplaced_sentence(
    coursedir: CourseDirectory,
    assignment: str,
    assignments: Collection[str],
    notebooks: Collection[str],
) -> str | None:
    """Return a sentence on the work that is at another depth, or whose folder is spelled otherwise.

    Parameters
    ----------
    coursedir
        The course.
    assignment
        The name of the assignment.
    assignments
        The names of all assignments in the gradebook. Those in the source folder count, too.
    notebooks
        The names of the assignment's notebooks, without ".ipynb".

    Returns
    -------
    str or None
        None if there is no such work, or if `CourseDirectory.directory_structure` isn't nbgrader's
        default.
    """
    if coursedir.directory_structure != CourseDirectory.directory_structure.default_value:
        return None
    step = coursedir.submitted_directory
    source = Path(coursedir.root, coursedir.source_directory)
    in_source = [entry.name for entry in _entries(source) if _is_folder(entry)]
    search = _Search(assignment, {assignment, *assignments, *in_source}, notebooks)
    paths = [
        one_line(os.path.join(step, path)) for path in search.misplaced(Path(coursedir.root, step))
    ]
    if not paths:
        return None
    return (
        f"This work is in no folder {step}/STUDENT/{assignment}, so it is not graded: "
        f"{first_few(paths)}. Move what belongs to {assignment} there"
    )


class _Search:
    """A search for work of one assignment in the submitted folder."""

    def __init__(
        self, assignment: str, assignments: Collection[str], notebooks: Collection[str]
    ) -> None:
        self.assignment = assignment
        self.assignments = assignments
        self.notebooks = notebooks

    def misplaced(self, submitted: Path) -> Iterator[str]:
        """Yield the relative path of each entry of the submitted folder with misplaced work."""
        for entry in _entries(submitted):
            if _is_folder(entry):
                yield from self._in_student(entry)
            elif _may_be_work(entry.name):
                yield entry.name

    def _in_student(self, student: "os.DirEntry[str]") -> Iterator[str]:
        # The folder of the assignment, with the students in it.
        swapped = _alike(student.name, self.assignment)
        inside = _entries(student.path)
        has_submission = any(entry.name == self.assignment for entry in inside)
        for entry in inside:
            path = os.path.join(student.name, entry.name)
            if not _is_folder(entry):
                if _may_be_work(entry.name):
                    yield path
            elif entry.name in self.assignments:
                continue
            elif swapped or self._may_be_named(entry.name):
                if _holds_work(entry.path):
                    yield f"{path}/"
            elif not has_submission and self._holds_notebook(entry):
                yield f"{path}/"
            else:
                yield from self._one_below(entry, path)

    def _one_below(self, folder: "os.DirEntry[str]", path: str) -> Iterator[str]:
        """Yield the path of each folder of the assignment that is one level too deep."""
        for entry in _entries(folder.path):
            if not _is_folder(entry):
                continue
            is_right = entry.name == self.assignment or self._may_be_named(entry.name)
            if is_right and _holds_work(entry.path):
                yield f"{os.path.join(path, entry.name)}/"

    def _may_be_named(self, name: str) -> bool:
        """Return True if a folder's name is rather this assignment's than that of another one."""
        if name in self.assignments:
            return False
        likeness = _likeness(name, self.assignment)
        return likeness > 0 and likeness == max(_likeness(name, a) for a in self.assignments)

    def _holds_notebook(self, folder: "os.DirEntry[str]") -> bool:
        """Return True for a folder with a notebook of the assignment, whatever its name is.

        Several assignments may have a `problem1.ipynb`, so the name must be like that of none, also
        with another number.
        """
        if any(_is_numbered_alike(folder.name, assignment) for assignment in self.assignments):
            return False
        stems = [
            entry.name.removesuffix(".ipynb")
            for entry in _entries(folder.path)
            if entry.name.endswith(".ipynb") and not _is_folder(entry)
        ]
        return any(_alike(stem, notebook) for stem in stems for notebook in self.notebooks)


def _alike(name: str, other: str) -> bool:
    """Return True if two names differ at most in case, punctuation, zeros and a copy's ending."""
    return _spelled(COPY.sub("", name)) == _spelled(other)


def _spelled(name: str) -> str:
    """Return a name's letters and numbers. "ps1-2" and "ps12" are not the same."""
    return "".join(f"<{word}>" if word.isdecimal() else word for word in _words(name))


def _likeness(name: str, assignment: str) -> int:
    """Return how much a folder's name is like an assignment's; 0 if it is not.

    "PS01" has the same words as "ps1", "ps1-final" has them between others, and "Problem Set 1" is
    the long form of it.
    """
    if _alike(name, assignment):
        return SAME
    words = _words(name)
    wanted = _words(assignment)
    starts = range(len(words) - len(wanted) + 1)
    if wanted and any(words[start : start + len(wanted)] == wanted for start in starts):
        return 1 + len(wanted)
    numbers = _numbers(words)
    is_short = numbers and numbers == _numbers(wanted) and _is_numbered_alike(name, assignment)
    return 1 if is_short else 0


def _is_numbered_alike(name: str, assignment: str) -> bool:
    """Return True if two names without their numbers are equal, or one abbreviates the other."""
    letters = _letters(_words(name))
    wanted = _letters(_words(assignment))
    return _is_short_for(letters, wanted) or _is_short_for(wanted, letters)


def _is_short_for(short: str, long: str) -> bool:
    """Return True if letters are the first one and some others of a text, as "hw" of "homework"."""
    following = iter(long)
    return short[:1] == long[:1] and all(letter in following for letter in short)


def _numbers(words: list[str]) -> list[str]:
    return [word for word in words if word.isdecimal()]


def _letters(words: list[str]) -> str:
    return "".join(word for word in words if not word.isdecimal())


def _words(name: str) -> list[str]:
    """Return the words and the numbers in a name, in lower case and without leading zeros."""
    words = WORD.findall(name.casefold())
    return [word.lstrip("0") or "0" if word.isdecimal() else word for word in words]


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
