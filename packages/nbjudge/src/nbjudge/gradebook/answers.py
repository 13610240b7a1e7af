"""What belongs to an answer in an autograded notebook, and which answers can be compared.

A student may answer in other cells than the one with the points: always for one of nbgrader's
tasks, whose cell is locked, and often for a written answer. Everything that asks whether two
answers are equal, or whether one has changed, compares the digests of `read_answers`.

Entry points: `read_graded`, `read_answers` and `equal_answers`.
"""

import base64
import binascii
import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..files.archive_members import is_noise
from ..files.digests import canonical
from ..files.file_names import COLLECTED, FROM_SUBMIT, RECORD
from .definition import NotebookDefinition, PlainCell
from .record import NotebookRecord, read_record

# Grading adds this sentence to an empty answer if another cell may hold the student's.
ELSEWHERE = "This cell is empty. The answer may be in another cell."
NOT_AN_ANSWER = {RECORD, COLLECTED, *FROM_SUBMIT}

Cell = Mapping[str, Any]  # of a notebook's JSON


@dataclass(frozen=True)
class Answers:
    """The answers in one notebook that a person grades.

    `digests` has, by the cell's `grade_id`, a digest of all that belongs to the answer. Two digests
    are the same only if a person sees the same. `comparable` has the answers that may be equal to
    another student's: no answer to a task, and none that is still the course's own text.
    """

    digests: Mapping[str, str] = field(default_factory=dict)
    comparable: frozenset[str] = frozenset()


def equal_answers(one: Answers, other: Answers) -> set[str]:
    """Return the answers in which two students' notebooks are equal, by `grade_id`."""
    both = one.comparable & other.comparable
    return {name for name in both if one.digests[name] == other.digests[name]}


def read_graded(folder: Path, notebook: str, course: NotebookDefinition) -> Answers:
    """Read the answers in a notebook of an autograded folder.

    None of them is comparable if the grading record says that the notebook could not be read, or
    was not run. `course` is that of `read_answers`. Raises `OSError` if a file cannot be read.
    """
    content = (folder / f"{notebook}.ipynb").read_bytes()
    answers = read_answers(content, files_of(folder), course)
    record = read_record(folder)
    graded = record.notebooks.get(notebook, NotebookRecord()) if record else NotebookRecord()
    if graded.not_run:
        return replace(answers, comparable=frozenset())
    return answers


def read_answers(content: bytes, files: Mapping[str, str], course: NotebookDefinition) -> Answers:
    """Read the answers in an autograded notebook.

    To a written answer belong its cell and the student's cells around it, up to the cells before
    and after that nbgrader knows; to the answer to a task belong all cells of the student's, and
    all cells of the course in which a student writes. These belong to a written answer, too, if
    grading has marked it with `ELSEWHERE`. A cell belongs with its text, outputs and attachments.
    The files next to the notebook belong to each answer.

    Parameters
    ----------
    content
        The notebook's file.
    files
        The result of `files_of` for its folder.
    course
        The notebook's definition, which says which cells are the course's.

    Returns
    -------
    Answers
        No answers if the notebook cannot be read.
    """
    try:
        cells = json.loads(content)["cells"]
        return _read_cells(cells, files, course)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return Answers()


def files_of(folder: Path) -> dict[str, str]:
    """Return digests of the files in an autograded folder that can belong to an answer, by path."""
    digests = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and can_belong(name):
            digests[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return digests


def can_belong(path: str) -> bool:
    """Return whether a file next to a notebook can belong to its answers: pictures, for example."""
    return not (path.endswith(".ipynb") or path in NOT_AN_ANSWER or is_noise(path))


def _read_cells(
    cells: Sequence[Cell], files: Mapping[str, str], course: NotebookDefinition
) -> Answers:
    known = [_grade_id(cell) in course.cells for cell in cells]
    students = _students_cells(cells, known, course)
    # A task may be about the code in other answers, such as how readable it is. That code may have
    # tests of its own: nobody knows whether the person who graded the task read it, too.
    written = {
        index
        for index, cell in enumerate(cells)
        if known[index] and not course.cells[cell["metadata"]["nbgrader"]["grade_id"]].locked
    }
    digests = {}
    comparable = set()
    for index, cell in enumerate(cells):
        kind = cell["metadata"].get("nbgrader", {})
        if kind.get("task"):
            answer = students | written
        elif kind.get("grade") and kind.get("solution"):
            around = _between_known(known, index)
            answer = {index} | (students & set(around))
        else:
            continue
        name = kind["grade_id"]
        text = _text(cell["source"])
        if ELSEWHERE in text:
            answer = answer | students | written
        parts = [_visible(cells[part]) for part in sorted(answer)]
        digests[name] = hashlib.sha256(canonical([parts, files])).hexdigest()
        if not kind.get("task") and ELSEWHERE not in text and course.own_lines(text):
            comparable.add(name)
    return Answers(digests, frozenset(comparable))


def _students_cells(
    cells: Sequence[Cell], known: Sequence[bool], course: NotebookDefinition
) -> set[int]:
    """Return the indices of the cells that may be the student's, without those that show nothing.

    `known` says which cells nbgrader knows. A student can write the text of any other cell of the
    course, as an answer or by accident. So such a cell counts as the course's only if it is where
    the course has it, and if it is not there more often. An answer with a cell too many is never
    equal to another one; one without a cell of the student's may seem to be.
    """
    places = []
    above = None
    for cell, is_known in zip(cells, known, strict=True):
        if is_known:
            above = _grade_id(cell)
        places.append(PlainCell(above, cell["cell_type"], _text(cell["source"])))
    numbers = Counter(place for place, is_known in zip(places, known, strict=True) if not is_known)
    return {
        index
        for index, place in enumerate(places)
        if not known[index]
        and _shows_something(cells[index])
        and (numbers[place] > course.plain.get(place, 0) or cells[index].get("attachments"))
    }


def _grade_id(cell: Cell) -> str | None:
    name: str | None = cell["metadata"].get("nbgrader", {}).get("grade_id")
    return name


def _shows_something(cell: Cell) -> bool:
    return bool(_text(cell["source"]).strip() or cell.get("outputs") or cell.get("attachments"))


def _between_known(known: Sequence[bool], index: int) -> range:
    """Return the indices from the cell that nbgrader knows before a cell to the one after it."""
    first = index
    while first > 0 and not known[first - 1]:
        first -= 1
    end = index + 1
    while end < len(known) and not known[end]:
        end += 1
    return range(first, end)


def _visible(cell: Cell) -> list[Any]:
    """Return what a person sees of a cell, as JSON values that do not depend on how it is saved."""
    outputs = [
        {key: _joined(value) for key, value in output.items() if key != "execution_count"}
        for output in cell.get("outputs", [])
    ]
    attachments = {
        name: {mime: _bytes_digest(_text(data)) for mime, data in versions.items()}
        for name, versions in cell.get("attachments", {}).items()
    }
    return [cell["cell_type"], _text(cell["source"]).strip(), outputs, attachments]


def _joined(value: Any) -> Any:
    """Join the lines of texts, which a notebook's file holds in one string or in several."""
    if isinstance(value, dict):
        return {key: _joined(item) for key, item in value.items()}
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        return "".join(value)
    return value


def _text(source: Any) -> str:
    return source if isinstance(source, str) else "".join(source)


def _bytes_digest(encoded: str) -> str:
    """Return a digest of the bytes of an attachment, which is saved as base64."""
    try:
        data = base64.b64decode(encoded)
    except (binascii.Error, ValueError):
        data = encoded.encode()
    return hashlib.sha256(data).hexdigest()
