"""Search of a submission for notebooks that are not in their place.

A notebook of an assignment is recognized by its cells' `grade_id`s: under another name, in a folder
below, in an archive. Entry point: `find_work`.
"""

import io
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import PurePosixPath

from ..course.child import Bounds, FailedItem, in_child
from ..course.definition import NotebookDefinition
from ..course.file_names import COLLECTED, FROM_SUBMIT, why_reserved
from ..course.submission import MAX_FILES, MAX_NOTEBOOK_BYTES, SubmittedFiles, overlay
from ..course.text import first_few, one_line
from ..plugins.archives import read_members
from .repair import load_notebook

# The names are read from the bytes of a file, so that no parser sees most files.
GRADE_ID = re.compile(rb'"grade_id"\s*:\s*"([^"\\]{1,300})"')
ARCHIVES = (".zip", ".tar", ".tgz", ".gz")
BOUNDS = Bounds(cpu_seconds=20, wall_seconds=120, memory_mb=1000)
MOST_UNPACKED = 50_000_000  # bytes of the archives of a submission
LONGEST_PATH = 500  # characters of a path in an archive
UNTOUCHED = "is unchanged since it was released"
NO_CELLS = NotebookDefinition("", None, {})

Notebooks = Mapping[str, NotebookDefinition]
Files = dict[str, bytes]
Paths = Collection[str]


def find_work(
    submission: SubmittedFiles, notebooks: Notebooks, support: Paths = (), trusted: bool = False
) -> None:
    """Search a submission's other files for missing or untouched notebooks of an assignment.

    If exactly one file has most of the cells of a missing notebook, it is taken as that notebook,
    and the files in its folder with it. If several could be it, or if the notebook is untouched and
    a worked version is elsewhere, it is refused with a sentence that has all names. The submission
    is changed in place.

    `support` lists the instructor's files, which are not searched. `trusted` is True if the files
    belong to this process's user, so that no child process is needed.
    """
    places = {f"{name}.ipynb" for name in notebooks}
    passed = {*places, *support, *FROM_SUBMIT, COLLECTED}
    elsewhere = {path: data for path, data in submission.files.items() if path not in passed}
    elsewhere |= submission.others
    submission.others = {}
    if elsewhere:
        # The parsers of notebooks and archives read a student's bytes, so not in this process.
        search = _Search(submission, notebooks, elsewhere)
        (done,) = [search.run()] if trusted else in_child(_Search.run, [search], BOUNDS)
        if isinstance(done, FailedItem):
            submission.reasons.append(f"the search for notebooks failed: it {done.reason}")
            return
        files, submission.refused, submission.notes, submission.doubts = done
        for name in submission.refused:
            submission.files.pop(f"{name}.ipynb", None)
        submission.files = overlay(files, submission.files)


class _Search:
    def __init__(self, submission: SubmittedFiles, notebooks: Notebooks, elsewhere: Files) -> None:
        self.notebooks, self.found = notebooks, Files()
        nearest = sorted(elsewhere, key=lambda path: (path.count("/"), path))
        self.elsewhere = {path: elsewhere[path] for path in nearest}
        self.there, self.refused = submission.files, submission.refused
        self.notes, self.doubts = submission.notes, submission.doubts

    def run(self) -> tuple[Files, dict[str, str], dict[str, list[str]], dict[str, list[str]]]:
        """Search, and return the files that were found, and what the submission says now."""
        listed = list(self.elsewhere)
        given = {name: self.there.get(f"{name}.ipynb") for name in self.notebooks}
        missing = {name for name, data in given.items() if data is None} - self.refused.keys()
        untouched = {n for n, d in given.items() if why_unworked(d or b"", self.notebooks[n])}
        if untouched:
            self._unpack()
        fits = {path: self._whose(data) for path, data in self.elsewhere.items()}
        strays = [path for path in listed if not fits[path]]
        for name in sorted(given.keys() - self.refused.keys()):
            # Of equal files, the first one, which is the nearest to the top.
            paths = [path for path in reversed(fits) if name in fits[path]]
            versions = list({self.elsewhere[path]: path for path in paths}.values())[::-1]
            if name not in missing:
                self._compare(name, versions, untouched)
            elif not versions:
                self.refused |= {name: f"is missing. Found: {_named(strays)}"} if strays else {}
            elif len(versions) > 1 or len(fits[versions[0]]) > 1:
                self.refused[name] = f"is missing, and could be any of: {_named(versions)}"
            else:
                self._take(name, versions[0])
        for path in strays:
            at_the_top = path.endswith(".ipynb") and "/" not in path
            if at_the_top and not why_unworked(self.elsewhere[path], NO_CELLS):
                notes = self.notes.setdefault(min(self.notebooks), [])
                notes.append(one_line(f"{path} is not part of the assignment"))
        return self.found, self.refused, self.notes, self.doubts

    def _whose(self, data: bytes) -> list[str]:
        """Return the notebook of which a file has most cells; several if it has as many of each."""
        # An archive that is not compressed has the names among its bytes, but is no text.
        if len(data) > MAX_NOTEBOOK_BYTES or b"\0" in data:
            return []
        ids = {match[1].decode("utf-8", "replace") for match in GRADE_ID.finditer(data)}
        cells = {name: each.cells.keys() for name, each in self.notebooks.items() if each.cells}
        shares = {name: len(ids & own) / len(own) for name, own in cells.items()}
        best = max(shares.values(), default=0.0)
        return [name for name, share in shares.items() if share == best > 0.5]

    def _unpack(self) -> None:
        """Add the files in the archives, under the path of the archive."""
        room = MOST_UNPACKED
        for path in [path for path in self.elsewhere if path.lower().endswith(ARCHIVES)]:
            archive = io.BytesIO(self.elsewhere[path])
            for name, data, why in read_members(archive, MAX_FILES, MAX_NOTEBOOK_BYTES, room):
                room = max(0, room - len(data))
                if not why and len(name) <= LONGEST_PATH:
                    self.elsewhere.setdefault(str(PurePosixPath(path, name)), data)

    def _take(self, name: str, path: str) -> None:
        """Take a file as a notebook, and the files in its folder as those beside the notebook."""
        folder = path[: path.rfind("/") + 1]
        below = [p.removeprefix(folder) for p in self.elsewhere if folder and p.startswith(folder)]
        folders = {str(parent) for rest in below for parent in PurePosixPath(rest).parents}
        for rest in set(below) - folders:  # in an archive, one name can be a file and a folder
            top = rest.partition("/")[0]
            # As if it were no file: no name comes up from below that grading reads or writes.
            if not why_reserved(top, self.notebooks, is_file=False, collected=True):
                self.found[rest] = self.elsewhere[folder + rest]
        self.found[f"{name}.ipynb"] = self.elsewhere[path]
        self.notes.setdefault(name, []).append(one_line(f"{path} is used as {name}.ipynb"))

    def _compare(self, name: str, versions: Sequence[str], untouched: Collection[str]) -> None:
        """Compare a notebook that is in its place with its versions elsewhere."""
        own, notebook = self.there[f"{name}.ipynb"], self.notebooks[name]
        others = {path: self.elsewhere[path] for path in versions}
        worked = [p for p, d in others.items() if d != own and not why_unworked(d, notebook)]
        if worked and name in untouched:
            self.refused[name] = f"{UNTOUCHED}, but these have work: {_named(worked)}"
        elif versions:
            line = f"{name}.ipynb is used, not {_named(worked or versions)}"
            (self.doubts if worked else self.notes).setdefault(name, []).append(line)


def why_unworked(data: bytes, notebook: NotebookDefinition) -> str:
    """Return why a notebook holds no line that no cell of the course has; "" if it holds one."""
    try:
        cells = load_notebook(data, notebook).notebook.cells
    except MemoryError:
        raise
    except Exception as error:  # nbformat's converters raise all kinds
        return str(error)
    return "" if any(notebook.own_lines(cell.source) for cell in cells) else UNTOUCHED


def _named(paths: Sequence[str]) -> str:
    return one_line(first_few(paths))
