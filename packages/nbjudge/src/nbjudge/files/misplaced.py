"""Work in the submitted folder that is in no folder STUDENT/ASSIGNMENT, so no command grades it.

Entry point: `misplaced_sentence`.
"""

import contextlib
import os
import re
import unicodedata
from collections.abc import Collection, Iterator
from typing import NamedTuple

from nbgrader.coursedir import CourseDirectory

from .archive_members import NOISE, looks_like_archive
from .text import first_few, one_line

# How browsers and systems end the name of a copy: "ps1 (1)", "ps1 - Copy", "ps1 copy 2".
COPY = re.compile(r"[\s_-]*(\(\d+\)|copy( ?\d+)?)$", re.IGNORECASE)
NOTEBOOK = ".ipynb"
MOST_FOLDERS = 1000  # folders that are searched below one entry of the submitted folder


def misplaced_sentence(
    coursedir: CourseDirectory,
    assignment: str,
    assignments: Collection[str],
    notebooks: Collection[str],
) -> str | None:
    """Return a sentence on the work of an assignment that is in another place than nbgrader's.

    A folder that no other assignment is named like, and that holds a notebook of the assignment or
    an archive, has such work, wherever it is. If the folder is named like the assignment, any
    notebook counts, because students rename them.

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
    source = os.path.join(coursedir.root, coursedir.source_directory)
    in_source = [entry.name for entry in _entries(source) if _is_folder(entry)]
    submitted = os.path.join(coursedir.root, step)
    search = _Search(submitted, assignment, {*assignments, *in_source}, notebooks)
    paths = [one_line(os.path.join(step, path)) for path in search.misplaced()]
    if not paths:
        return None
    return (
        f"This work is in no folder {step}/STUDENT/{assignment}, so it is not graded: "
        f"{first_few(paths)}. Move what belongs to {assignment} there"
    )


class _Search:
    """A search for work of one assignment in the submitted folder."""

    def __init__(
        self,
        submitted: str,
        assignment: str,
        assignments: Collection[str],
        notebooks: Collection[str],
    ) -> None:
        self.submitted = submitted
        self.assignment = assignment
        self.assignments = {assignment, *assignments}
        # Last, because this assignment takes precedence over another one that is spelled alike.
        self.by_spelling = {_spelled(name): name for name in [*assignments, assignment]}
        self.notebooks = {_spelled(name) for name in notebooks}

    def misplaced(self) -> Iterator[str]:
        """Yield the relative path of each folder or file with misplaced work."""
        for entry in _entries(self.submitted):
            if _is_folder(entry):
                yield from self._in_student(entry.name)
            elif _may_be_work(entry.name):
                yield entry.name

    def _in_student(self, student: str) -> Iterator[str]:
        """Search a folder of the submitted folder."""
        # A student's folder is named like an assignment if somebody has swapped the two.
        assignment = self._assignment_of(student, None)
        entries = _entries(os.path.join(self.submitted, student))
        if assignment in (None, self.assignment):
            files = [entry.name for entry in entries if not _is_folder(entry)]
            yield from (os.path.join(student, name) for name in files if _may_be_work(name))
        others = [entry for entry in entries if entry.name != self.assignment]
        folders = self._folders_in(student, others, assignment)
        searched = 0
        while folders:
            if searched == MOST_FOLDERS:
                yield f"{student}/"  # a person has to look at the rest
                return
            searched += 1
            path, assignment = folders.pop()
            entries = _entries(os.path.join(self.submitted, path))
            if any(self._is_work(entry, assignment) for entry in entries):
                yield f"{path}/"
            inside = self._folders_in(path, entries, assignment)
            if assignment not in (None, self.assignment):
                # It may be the submission to another assignment, with any number of folders.
                inside = [folder for folder in inside if folder.assignment == self.assignment]
            folders += inside

    def _folders_in(
        self, path: str, entries: "list[os.DirEntry[str]]", assignment: str | None
    ) -> "list[_Folder]":
        """Return the folders of a folder, the first one last."""
        names = [entry.name for entry in reversed(entries) if _is_folder(entry)]
        return [
            _Folder(os.path.join(path, name), self._assignment_of(name, assignment))
            for name in names
        ]

    def _assignment_of(self, folder: str, above: str | None) -> str | None:
        """Return the assignment that a folder is named like; that of the one above if none is."""
        if folder in self.assignments:
            return folder
        return self.by_spelling.get(_spelled(folder), above)

    def _is_work(self, entry: "os.DirEntry[str]", assignment: str | None) -> bool:
        """Return True for a file that may be work of this assignment.

        `assignment` is that of its folder.
        """
        if assignment not in (None, self.assignment):
            return False
        if _is_folder(entry) or not _may_be_work(entry.name):
            return False
        if assignment is not None:
            return True
        stem, ending, _ = entry.name.lower().partition(NOTEBOOK)
        return not ending or _spelled(stem) in self.notebooks


class _Folder(NamedTuple):
    path: str  # below the submitted folder
    assignment: str | None  # the one that it, or a folder above it, is named like


def _spelled(name: str) -> str:
    """Return a name's letters and digits in one case, without the ending of a copy."""
    # A Mac may write "é" as two characters.
    text = unicodedata.normalize("NFC", COPY.sub("", name))
    return "".join(filter(str.isalnum, text.casefold()))


def _may_be_work(name: str) -> bool:
    """Return True for the name of a notebook, also of a renamed one, or of an archive."""
    return NOTEBOOK in name.lower() or looks_like_archive(name, b"")


def _entries(folder: str) -> "list[os.DirEntry[str]]":
    """Return the entries of a folder by name, without hidden ones and what tools leave there."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        kept = [e for e in entries if not (e.name.startswith(".") or e.name in NOISE)]
        return sorted(kept, key=lambda entry: entry.name)
    return []


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    return entry.is_dir(follow_symlinks=False)
