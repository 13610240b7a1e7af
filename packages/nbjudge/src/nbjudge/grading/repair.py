"""Repair of submitted notebooks, so that nbgrader can grade them.

`load_notebook` reads the bytes of a notebook, repairs it where it can and lists what was wrong. It
raises `UnreadableFileError` if the notebook is beyond repair; `blank_notebook` then stands in for
it. An undamaged notebook keeps all its cells, and their sources as they are.
"""

import json
import re
from typing import Any, NamedTuple

import nbformat
from nbformat import NotebookNode

from ..course.older_release import is_as_released, older_note
from ..errors import UnreadableFileError
from ..files.submission import MAX_NOTEBOOK_BYTES
from ..files.text import one_line
from ..gradebook.definition import NotebookDefinition
from .cells import (
    give_ids,
    keep_replaced,
    mark_cells,
    names_of,
    new_answers,
    point_to_answers,
    put_back,
    replaced_cells,
    set_type,
    tests_above_answers,
)

NBFORMAT = 4
NBFORMAT_MINOR = 5  # the newest minor version of format 4, and the first in which cells have ids
SURROGATES = re.compile("[\ud800-\udfff]")
LONGEST_LANGUAGE = 40
LONGEST_VERSION = 40  # characters of a version in a reason
LONGEST_LINK = 100  # characters of a link in a reason
LONGEST_LINK_FILE = 3000  # bytes of a file with a link alone
MAX_CELLS = 2000
# What a file is that begins so, and what to do.
KINDS = [
    (re.compile(rb"PK\x03\x04"), "a zip archive. Unpack it and submit the notebook inside"),
    (re.compile(rb"\x1f\x8b"), "compressed with gzip. Unpack it and submit the notebook inside"),
    (re.compile(rb"%PDF-"), "a PDF. Submit the file that JupyterLab downloads"),
    (re.compile(rb"(?i)\s*<(!doctype|html|\?xml)"), "a web page. Download the notebook itself"),
    (
        re.compile(rb"version https://git-lfs"),
        "a Git LFS pointer. Run `git lfs pull` and submit the notebook itself",
    ),
    (re.compile(rb"\xff\xfe|\xfe\xff|[\s{]\0|\0[\s{]"), "text in UTF-16. Save it as UTF-8"),
]
CONFLICT = "it has Git conflict markers (<<<<<<<). Keep one version and delete the markers"
KEPT_METADATA = ("kernelspec", "language_info")


class Repaired(NamedTuple):
    """A repaired notebook that nbgrader can grade: valid, and in nbformat 4.

    `doubts` and `notes` have one line for each fault, which continues a sentence that begins with
    the file's name. A fault is a doubt if it may have cost points that the student deserves.
    `lacked` names the missing cells that were put back, and `older` the cells that are new or
    changed since the release that the notebook comes from.
    """

    notebook: NotebookNode
    doubts: list[str]
    notes: list[str]
    lacked: list[str]
    older: list[str]


def load_notebook(data: bytes, definition: NotebookDefinition) -> Repaired:
    """Read a student's notebook from its bytes and repair it, so that nbgrader can grade it.

    Saved outputs are dropped. The metadata of nbgrader's cells is taken from the definition. If a
    cell occurs twice, the last occurrence with the student's work in it counts. Missing locked and
    graded cells are put back. Code in a locked cell that is not the course's is kept in a cell
    before it.

    Raises `UnreadableFileError` if this version of nbformat cannot read it as a notebook.
    """
    try:
        return _load(data, definition)
    except RecursionError as error:
        raise UnreadableFileError("is nested too deeply to be a notebook") from error


def _load(data: bytes, definition: NotebookDefinition) -> Repaired:
    # Build a new notebook from the parts that have the right type, because nbformat and nbgrader
    # assume a valid one and raise all kinds of errors otherwise. Every repair here answers a case
    # in tests/grading/test_grade_input.py: deleted, duplicated or retyped cells, cells and metadata
    # of the wrong type, missing, invalid or duplicate ids, minor versions of the future, old
    # formats, and another kernel.
    raw = _upgraded(_parse(data))
    if not isinstance(raw.get("cells"), list):
        raise UnreadableFileError("is JSON, but not a notebook: it has no list of cells")
    _check_number(raw["cells"])
    doubts = [] if raw["cells"] else ["has no cells"]
    notes = []
    minor = raw.get("nbformat_minor")
    if type(minor) is not int or not 0 <= minor <= NBFORMAT_MINOR:
        minor = NBFORMAT_MINOR
    cells = [_cell(cell, minor) for cell in raw["cells"] if isinstance(cell, dict)]
    if len(cells) < len(raw["cells"]):
        doubts.append("has malformed cells, which were left out")
    if len(data) > MAX_NOTEBOOK_BYTES:
        kept = len(json.dumps(cells, ensure_ascii=False).encode("utf-8", "replace"))
        if kept > MAX_NOTEBOOK_BYTES:
            raise UnreadableFileError(
                f"is too large: {kept / 1e6:.1f} MB without its outputs, at most "
                f"{MAX_NOTEBOOK_BYTES / 1e6:.1f} MB"
            )
        notes.append(f"is large, {len(data) / 1e6:.1f} MB, because of its outputs")
    metadata = raw.get("metadata")
    notebook = nbformat.from_dict(
        {
            "cells": cells,
            "metadata": metadata if isinstance(metadata, dict) else {},
            "nbformat": NBFORMAT,
            "nbformat_minor": minor,
        }
    )
    doubts += _check_kernel(notebook, definition)
    as_released = {id(cell) for cell in notebook.cells if is_as_released(cell)}
    doubled, removed = mark_cells(notebook, definition)
    if doubled:
        doubts.append(f"has duplicate cells (the last one counts): {', '.join(doubled)}")
    above = tests_above_answers(notebook, definition)
    if above:
        doubts.append(f"has test cells above the answer that they test: {', '.join(above)}")
    if removed:
        notes.append(f"had copies of cells, which were left out: {', '.join(removed)}")
    marked = [cell for cell in notebook.cells if "nbgrader" in cell.metadata]
    sources = {cell.metadata.nbgrader.grade_id: cell.source for cell in marked}
    answers = [cell for cell in definition.cells.values() if cell.solution]
    gone = [answer.name for answer in answers if answer.name not in sources]
    replaced = replaced_cells(notebook, definition)
    older = names_of(cell for cell in replaced if id(cell) in as_released)
    new = new_answers(gone, sources, definition) if older else []
    gone = [name for name in gone if name not in new]
    if gone and raw["cells"]:
        doubts.append(f"was missing answers: {', '.join(gone)}")
    has_blank = any(
        not answer.graded and not definition.own_lines(sources.get(answer.name, ""))
        for answer in answers
    )
    edited = [cell for cell in replaced if id(cell) not in as_released]
    if edited:
        names = keep_replaced(notebook, edited, run=bool(gone))
        line = f"had changes in locked cells, now in new cells above them: {', '.join(names)}"
        if has_blank:
            doubts.append(line)
        else:
            notes.append(line)
    lacked = put_back(notebook, definition)
    restored = [name for name in lacked if name not in gone]
    if older:
        older = list(dict.fromkeys([*older, *new, *restored]))
        notes.append(older_note(older))
    elif restored:
        notes.append(f"was missing cells, which were restored: {', '.join(restored)}")
    elsewhere = point_to_answers(notebook, definition, lacked)
    if elsewhere:
        notes.append(f"may have these answers in another cell: {', '.join(elsewhere)}")
    if minor >= NBFORMAT_MINOR:
        give_ids(notebook.cells)
    if not _is_valid(notebook):
        notes.append("has damaged metadata, which was left out")
        _strip_metadata(notebook)
    return Repaired(notebook, doubts, notes, lacked, older)


def blank_notebook(definition: NotebookDefinition, sentence: str) -> NotebookNode:
    """Return a notebook of the locked or graded cells, below a line that says why.

    A person can open it in formgrader and give points by hand.
    """
    notebook = nbformat.v4.new_notebook()
    notice = {"cell_type": "markdown", "metadata": {}, "source": f"**{sentence}**"}
    notebook.cells.append(nbformat.from_dict(notice))
    put_back(notebook, definition)
    give_ids(notebook.cells)
    return notebook


def mark_as_not_run(notebook: NotebookNode, sentence: str) -> None:
    """Replace the outputs of every test cell with an error that says why it was not run."""
    for cell in notebook.cells:
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("grade"):
            error = {"ename": "NotRun", "evalue": sentence, "traceback": [sentence]}
            cell.outputs = [nbformat.v4.new_output("error", **error)]


def _parse(data: bytes) -> dict[str, Any]:
    if not data.strip():
        raise UnreadableFileError("is empty")
    for beginning, kind in KINDS:
        if beginning.match(data):
            raise UnreadableFileError(f"is not a notebook: it is {kind}")
    link = _link_alone(data)
    if link:
        raise UnreadableFileError(
            f"is not a notebook: it holds only the link {one_line(link, LONGEST_LINK)}. Submit the "
            "notebook itself"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableFileError("is not a notebook: it is not UTF-8 text") from error
    try:
        # NaN and Infinity are not JSON, but Python's reader accepts them by default.
        raw = json.loads(text, parse_constant=lambda _: None)
        if "\\u" in text:
            raw = _without_surrogates(raw)
    except ValueError as error:
        why = CONFLICT if b"<<<<<<< " in data else "it is not JSON"
        raise UnreadableFileError(f"is not a notebook: {why}") from error
    if not isinstance(raw, dict):
        raise UnreadableFileError("is JSON, but not a notebook")
    return raw


def _link_alone(data: bytes) -> str:
    """Return the link that a file holds and nothing else; "" if it holds anything else.

    A link is a web address, also in the file that a desktop makes of one, or the path of a
    notebook, which Git writes in place of a symbolic link on Windows.
    """
    if len(data) > LONGEST_LINK_FILE:
        return ""
    words = data.decode("utf-8", "replace").split()
    if not words:
        return ""  # it has spaces that are none in ASCII
    if words[0] == "[InternetShortcut]":
        addresses = [word.removeprefix("URL=") for word in words if word.startswith("URL=")]
        return next(iter(addresses), "")
    is_address = words[0].startswith(("http://", "https://"))
    is_path = words[0].endswith(".ipynb")
    return words[0] if len(words) == 1 and (is_address or is_path) else ""


def _check_number(cells: list[Any]) -> None:
    if len(cells) > MAX_CELLS:
        raise UnreadableFileError(f"has {len(cells)} cells; at most {MAX_CELLS} are read")


def _without_surrogates(value: Any) -> Any:
    r"""Replace lone surrogates, which JSON can spell as \ud800 and UTF-8 cannot encode."""
    if isinstance(value, str):
        return SURROGATES.sub("\ufffd", value)
    if isinstance(value, list):
        return [_without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {_without_surrogates(key): _without_surrogates(of) for key, of in value.items()}
    return value


def _upgraded(raw: dict[str, Any]) -> dict[str, Any]:
    """Convert a notebook in format 1 to 3 to format 4; return one in format 4 as it is."""
    version = raw.get("nbformat")
    if isinstance(version, float) and version.is_integer():
        version = int(version)  # JSON does not tell 4.0 from 4, and JupyterLab opens both
    if type(version) is not int or version < 1:
        why = "it has no notebook format number"
        if version is not None:
            shown = one_line(repr(version), LONGEST_VERSION)
            why = f"its notebook format is {shown}, not a number from 1 to {NBFORMAT}"
        raise UnreadableFileError(f"is JSON, but not a notebook: {why}")
    if version > NBFORMAT:
        raise UnreadableFileError(
            f"is in notebook format {version}; at most {NBFORMAT} is supported"
        )
    if version == NBFORMAT:
        return raw
    sheets = raw.get("worksheets")
    for part in (raw, *(sheets if isinstance(sheets, list) else ())):
        if isinstance(part, dict) and isinstance(part.get("cells"), list):
            _check_number(part["cells"])
    try:
        old = nbformat.reads(json.dumps(raw), as_version=version)
        new: dict[str, Any] = nbformat.convert(old, NBFORMAT)
        return new
    except (MemoryError, RecursionError):
        raise
    except Exception as error:  # nbformat's converters do not check their input
        raise UnreadableFileError(f"is a damaged notebook in the old format {version}") from error


def _cell(raw: dict[str, Any], minor: int) -> dict[str, Any]:
    """Return a valid cell of format 4 without outputs, from a dict that may be no cell at all."""
    source = raw.get("source", "")
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    kind = raw.get("cell_type")
    cell = {
        "cell_type": kind if kind in ("code", "markdown", "raw") else "raw",
        "metadata": raw["metadata"] if isinstance(raw.get("metadata"), dict) else {},
        "source": source if isinstance(source, str) else "",
    }
    if minor >= NBFORMAT_MINOR and isinstance(raw.get("id"), str):
        cell["id"] = raw["id"]
    if isinstance(raw.get("attachments"), dict) and kind != "code":
        cell["attachments"] = raw["attachments"]
    set_type(cell, cell["cell_type"])
    return cell


def _check_kernel(notebook: NotebookNode, definition: NotebookDefinition) -> list[str]:
    """Return a reason if the notebook's kernel language is not the instructor's.

    Entries of the notebook's metadata that name a kernel and are not objects are removed.
    """
    metadata = notebook.metadata
    for key in KEPT_METADATA:
        if key in metadata and not isinstance(metadata[key], dict):
            del metadata[key]
    instructors = json.loads(definition.kernelspec or "{}")
    students = metadata.get("kernelspec", {})
    language = students.get("language") or metadata.get("language_info", {}).get("name")
    if not isinstance(language, str):
        return []
    if language.lower() == instructors.get("language", language).lower():
        return []
    sentence = f"was made with a kernel for {one_line(language, LONGEST_LANGUAGE)}"
    return [f"{sentence}, but is run with {instructors['language']}"]


def _is_valid(notebook: NotebookNode) -> bool:
    try:
        nbformat.validate(notebook)
    except nbformat.ValidationError:
        return False
    return True


def _strip_metadata(notebook: NotebookNode) -> None:
    """Remove attachments and all metadata except nbgrader's, which came from the definition."""
    for cell in notebook.cells:
        nbgrader = cell.metadata.get("nbgrader")
        cell.metadata = NotebookNode({"nbgrader": nbgrader} if nbgrader else {})
        cell.pop("attachments", None)
    notebook.metadata = NotebookNode()
    nbformat.validate(notebook)
