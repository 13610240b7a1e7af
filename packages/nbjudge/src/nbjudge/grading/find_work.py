"""Search of a submission for notebooks that are not in their place.

A notebook of an assignment is recognized by its cells' `grade_id`s: under another name, in a folder
below, in an archive. This is the only reader of students' archives.

Entry points: `find_work`, whose three steps grading takes apart (`search_for`, `run_search`,
`take_found`), and `look_for_work` before a student submits.
"""

import base64
import binascii
import io
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from ..files.archive_members import (
    Allowance,
    ArchiveLimitError,
    Member,
    UnreadCompressionError,
    is_noise,
    looks_like_archive,
    read_members,
    why_not_read,
    why_unsafe,
)
from ..files.child import Bounds, FailedItem, in_child
from ..files.file_names import COLLECTED, FROM_SUBMIT, why_reserved
from ..files.submission import MAX_FILES, MAX_NOTEBOOK_BYTES, MISSING, SubmittedFiles, overlay
from ..files.text import first_few, one_line
from ..gradebook.definition import NotebookDefinition
from .repair import load_notebook

# The names are read from the bytes of a file, so that no parser sees most files.
GRADE_ID = re.compile(rb'"grade_id"\s*:\s*"([^"\\]{1,300})"')
# A search takes a worker from other students. An archive of 20 MB takes about a second.
BOUNDS = Bounds(cpu_seconds=5, wall_seconds=60, memory_mb=1000)
# Of all archives of a submission:
MOST_PACKED = 100_000_000  # bytes
MOST_UNPACKED = 50_000_000  # bytes
MOST_NESTED = 2  # archives around an archive
LONGEST_PATH = 500  # characters of a path in an archive
UNTOUCHED = "is unchanged since it was released"
NO_CELLS = NotebookDefinition("", None, {})

Notebooks = Mapping[str, NotebookDefinition]
Files = dict[str, bytes]
Answer = dict[str, Any] | FailedItem  # of a search: a `_Result` as JSON
Paths = Collection[str]


@dataclass(frozen=True)
class FileSearch:
    """A search that a submission needs; `elsewhere` has the files that are not in their place."""

    submission: SubmittedFiles
    elsewhere: Files


def search_for(
    submission: SubmittedFiles, notebooks: Notebooks, support: Paths = ()
) -> FileSearch | None:
    """Return the search that a submission needs; None if all its files are in their place.

    Empties `SubmittedFiles.others`. `support` lists the instructor's files, which are not searched.
    """
    expected = {f"{name}.ipynb" for name in notebooks}
    passed = {*expected, *support, *FROM_SUBMIT, COLLECTED}
    elsewhere = {path: data for path, data in submission.files.items() if path not in passed}
    elsewhere |= submission.others
    submission.others = {}
    return FileSearch(submission, elsewhere) if elsewhere else None


def run_search(search: FileSearch, notebooks: Notebooks) -> Answer:
    """Run a search in a child process with limits, and return its answer for `take_found`."""
    # The parsers of notebooks and archives read a student's bytes, so not in this process. The
    # child answers in JSON: whoever took it over could choose the answer, but not run code here.
    work = _Search(search.submission, notebooks, search.elsewhere)
    answer: Answer
    try:
        (answer,) = in_child(_Search.run, [work], BOUNDS, as_json=True)
    except RuntimeError as error:
        answer = FailedItem(one_line(f"ended with {error}"))
    return answer


def take_found(submission: SubmittedFiles, answer: Answer, notebooks: Notebooks) -> None:
    """Change a submission, in place, as the answer of its search says.

    `SubmittedFiles.found_at` then says where each notebook was.
    """
    if isinstance(answer, FailedItem):
        submission.reasons.append(f"the search for notebooks failed: it {answer.reason}")
        return
    try:
        result = _Result.from_json(answer, notebooks)
    except (TypeError, ValueError, KeyError, AttributeError):
        submission.reasons.append("the search for notebooks failed: its answer cannot be read")
        return
    submission.refused = result.refused
    submission.notes = result.notes
    submission.doubts = result.doubts
    submission.reasons += result.reasons
    submission.found_at = result.found_at
    for name in submission.refused:
        submission.files.pop(f"{name}.ipynb", None)
    submission.files = overlay(result.files, submission.files)


def find_work(submission: SubmittedFiles, notebooks: Notebooks, support: Paths = ()) -> None:
    """Search a submission's other files for missing or untouched notebooks of an assignment.

    If exactly one file has most of the cells of a missing notebook, it is taken as that notebook,
    and the files in its folder with it. If several could be it, or if the notebook is untouched and
    a worked version is elsewhere, it is refused with a sentence that has all names. The submission
    is changed in place. This process waits for the search; grading runs it in a worker.
    """
    search = search_for(submission, notebooks, support)
    if search is not None:
        take_found(submission, run_search(search, notebooks), notebooks)


def look_for_work(submission: SubmittedFiles, notebooks: Notebooks, support: Paths = ()) -> None:
    """Search as `find_work` does, but in this process, and open no archive.

    It is for a server, whose threads a child would not survive. A reason says that an archive is
    there.
    """
    search = search_for(submission, notebooks, support)
    if search is not None:
        work = _Search(submission, notebooks, search.elsewhere, opens_archives=False)
        take_found(submission, work.run(), notebooks)


@dataclass
class _Result:
    """The outcome of a search; `files` has content by path, the others are as in a submission."""

    files: Files = field(default_factory=dict)
    found_at: dict[str, str] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    notes: dict[str, list[str]] = field(default_factory=dict)
    doubts: dict[str, list[str]] = field(default_factory=dict)
    reasons: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        packed = {path: base64.b64encode(data).decode() for path, data in self.files.items()}
        return {**vars(self), "files": packed}

    @classmethod
    def from_json(cls, answer: Any, notebooks: Notebooks) -> "_Result":
        """Read an answer of the child; raise an error if it is none that a search gives."""
        result = cls()
        for path, packed in answer["files"].items():
            if why_unsafe(path):
                raise ValueError(path)
            top = PurePosixPath(path).parts[0]
            is_expected = top.removesuffix(".ipynb") in notebooks and top == path
            if not is_expected and _why_not_taken(top, notebooks):
                raise ValueError(path)
            try:
                result.files[path] = base64.b64decode(packed, validate=True)
            except binascii.Error as error:
                raise ValueError(path) from error
        result.found_at = _texts_by_name(answer["found_at"])
        result.refused = _texts_by_name(answer["refused"])
        result.notes = {str(name): _texts(lines) for name, lines in answer["notes"].items()}
        result.doubts = {str(name): _texts(lines) for name, lines in answer["doubts"].items()}
        result.reasons = _texts(answer["reasons"])
        return result


def _texts(lines: Any) -> list[str]:
    if not isinstance(lines, list):
        raise TypeError
    return [one_line(str(line)) for line in lines]


def _texts_by_name(texts: Mapping[str, Any]) -> dict[str, str]:
    return {str(name): one_line(str(text)) for name, text in texts.items()}


def _why_not_taken(top: str, notebooks: Notebooks) -> str | None:
    """Return why nothing of this name, at the top of a folder or archive, comes up with a notebook.

    As if it were no file: no name comes up from below that grading reads or writes.
    """
    return why_reserved(top, notebooks, is_file=False, collected=True)


class _Search:
    """The search of one submission."""

    def __init__(
        self,
        submission: SubmittedFiles,
        notebooks: Notebooks,
        elsewhere: Files,
        *,
        opens_archives: bool = True,
    ) -> None:
        self.notebooks = notebooks
        self.opens_archives = opens_archives
        nearest = sorted(elsewhere, key=lambda path: (path.count("/"), path))
        self.elsewhere = {path: elsewhere[path] for path in nearest}
        self.in_place = submission.files
        self.result = _Result(
            refused=submission.refused, notes=submission.notes, doubts=submission.doubts
        )

    def run(self) -> dict[str, Any]:
        """Search, and return a `_Result` as JSON."""
        at_hand = list(self.elsewhere)
        in_place = {name: self.in_place.get(f"{name}.ipynb") for name in self.notebooks}
        refused = self.result.refused
        missing = {name for name, data in in_place.items() if data is None} - refused.keys()
        untouched = {
            name
            for name, data in in_place.items()
            if why_unworked(data or b"", self.notebooks[name])
        }
        if untouched:
            self._unpack_all()
        fits = {path: self._whose(data) for path, data in self.elsewhere.items()}
        strays = [path for path in at_hand if not fits[path]]
        for name in sorted(in_place.keys() - refused.keys()):
            versions = self._different([path for path in fits if name in fits[path]])
            if name not in missing:
                self._compare(name, versions, untouched)
            elif not versions:
                if strays:
                    refused[name] = f"{MISSING}. Found: {_named(strays)}"
            elif len(versions) > 1 or len(fits[versions[0]]) > 1:
                refused[name] = f"{MISSING}, and could be any of: {_named(versions)}"
            else:
                self._take(name, versions[0])
        for path in strays:
            at_the_top = path.endswith(".ipynb") and "/" not in path
            if at_the_top and not why_unworked(self.elsewhere[path], NO_CELLS):
                notes = self.result.notes.setdefault(min(self.notebooks), [])
                notes.append(one_line(f"{path} is not part of the assignment"))
        return self.result.to_json()

    def _different(self, paths: Sequence[str]) -> list[str]:
        """Return the paths without those whose content an earlier one has.

        The earlier one is nearer to the top.
        """
        first_with: dict[bytes, str] = {}
        for path in paths:
            first_with.setdefault(self.elsewhere[path], path)
        return list(first_with.values())

    def _whose(self, data: bytes) -> list[str]:
        """Return the notebook of which a file has most cells; several if it has as many of each."""
        # An archive that is not compressed has the names among its bytes, but is no text.
        if b"\0" in data:
            return []
        ids = {match[1].decode("utf-8", "replace") for match in GRADE_ID.finditer(data)}
        shares = {}
        for name, notebook in self.notebooks.items():
            names = notebook.cells.keys()
            if names:
                shares[name] = len(ids & names) / len(names)
        best = max(shares.values(), default=0.0)
        return [name for name, share in shares.items() if share == best > 0.5]

    def _unpack_all(self) -> None:
        """Add the files in the archives, under the path of the archive."""
        unpacking = _Unpacking()
        for path, data in list(self.elsewhere.items()):
            if not looks_like_archive(path, data[:6]):
                continue
            if not self.opens_archives:
                self.result.reasons.append(one_line(f"{path} is an archive, and was not searched"))
                continue
            for inner, content in unpacking.unpack(path, data):
                self.elsewhere.setdefault(inner, content)
        self.result.reasons += unpacking.reasons

    def _take(self, name: str, path: str) -> None:
        """Take a file as a notebook, and the files in its folder as those beside the notebook."""
        folder = path[: path.rfind("/") + 1]
        below = [p.removeprefix(folder) for p in self.elsewhere if folder and p.startswith(folder)]
        folders = set[str]()
        for rest in below:
            folders.update(map(str, PurePosixPath(rest).parents))
        for rest in set(below) - folders:  # in an archive, one name can be a file and a folder
            top = rest.partition("/")[0]
            if not why_unsafe(rest) and not _why_not_taken(top, self.notebooks):
                self.result.files[rest] = self.elsewhere[folder + rest]
        self.result.files[f"{name}.ipynb"] = self.elsewhere[path]
        self.result.found_at[name] = path
        notes = self.result.notes.setdefault(name, [])
        notes.append(one_line(f"{path} is used as {name}.ipynb"))

    def _compare(self, name: str, versions: Sequence[str], untouched: Collection[str]) -> None:
        """Compare a notebook that is in its place with its versions elsewhere."""
        in_place = self.in_place[f"{name}.ipynb"]
        differing = [path for path in versions if self.elsewhere[path] != in_place]
        definition = self.notebooks[name]
        worked = [path for path in differing if not why_unworked(self.elsewhere[path], definition)]
        if worked and name in untouched:
            self.result.refused[name] = f"{UNTOUCHED}, but these have work: {_named(worked)}"
        elif differing:
            lines = self.result.doubts if worked else self.result.notes
            line = f"{name}.ipynb is used, not {_named(worked or differing)}"
            lines.setdefault(name, []).append(line)


class _Unpacking:
    """The unpacking of a submission's archives, within limits that hold for all of them together.

    `reasons` has a line for each archive that is not read, or not to its end.
    """

    def __init__(self) -> None:
        self.packed_left = MOST_PACKED
        self.allowance = Allowance(MOST_UNPACKED)
        self.files_left = MAX_FILES
        self.reasons: list[str] = []

    def unpack(self, path: str, data: bytes, nested: int = 0) -> Iterator[tuple[str, bytes]]:
        """Yield the path and the content of each file in an archive, and in archives inside it."""
        refusal = why_not_read(path, data[:6])
        self.packed_left -= len(data)
        if self.packed_left < 0:
            refusal = f"is not searched: only {MOST_PACKED / 1e6:.0f} MB of archives are"
        if refusal:
            self.reasons.append(one_line(f"{path} {refusal}"))
            return
        try:
            for member in read_members(io.BytesIO(data), self.allowance):
                # Windows programs write "\", also on other systems.
                name = member.name.replace("\\", "/")
                inner = f"{path}/{name}"
                if member.open is None or is_noise(name) or why_unsafe(name):
                    continue
                if len(inner) > LONGEST_PATH:
                    continue
                content = self._read_member(inner, member)
                if content is None:
                    continue
                yield str(PurePosixPath(inner)), content
                if nested < MOST_NESTED and looks_like_archive(inner, content[:6]):
                    yield from self.unpack(inner, content, nested + 1)
        except ArchiveLimitError as limit:
            self.reasons.append(one_line(f"{path} is searched only in part: it {limit}"))
        except MemoryError:
            raise
        except Exception:  # zipfile and tarfile raise all kinds for a damaged archive
            return

    def _read_member(self, path: str, member: Member) -> bytes | None:
        """Return the content of a member; None if it is too large for a notebook, or damaged."""
        assert member.open is not None
        self.files_left -= 1
        if self.files_left < 0:
            raise ArchiveLimitError(f"holds more than {MAX_FILES} files")
        try:
            with member.open() as file:
                content = file.read(MAX_NOTEBOOK_BYTES + 1)
        except (ArchiveLimitError, MemoryError):
            raise
        except UnreadCompressionError as refusal:
            self.reasons.append(one_line(f"{path} cannot be read: {refusal}"))
            return None
        except Exception:  # as above; the other members may be whole
            return None
        return content if len(content) <= MAX_NOTEBOOK_BYTES else None


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
