"""Turn what a student handed in as a notebook into one that nbgrader can grade.

`load_notebook` reads the bytes of a notebook, repairs what can be repaired and says what was
wrong; it raises `Unreadable` where there is nothing to repair. `blank_notebook` stands in for a
notebook that cannot be read. What is honest passes unchanged.
"""

import json
import re
from typing import Any, NamedTuple

import nbformat
from nbformat import NotebookNode

from ..course.definition import NotebookDefinition
from ..course.text import one_line
from ..errors import Unreadable
from .cells import give_ids, mark_cells, put_back, set_type

NBFORMAT = 4
NBFORMAT_MINOR = 5  # the newest of format 4; from here on each cell has an id
SURROGATES = re.compile("[\ud800-\udfff]")
LONGEST_LANGUAGE = 40
MAX_CELLS = 2000
KEPT_METADATA = ("kernelspec", "language_info")


class Repaired(NamedTuple):
    """A student's notebook, made one that nbgrader can grade.

    `notebook` is of nbformat 4, and valid. `reasons` has one line for each thing that was wrong
    with it; each line goes on from the file's name. `lacked` names the cells that were put back.
    """

    notebook: NotebookNode
    reasons: list[str]
    lacked: list[str]


def load_notebook(data: bytes, definition: NotebookDefinition) -> Repaired:
    """Read a student's notebook and make it one that nbgrader can grade.

    Saved outputs are dropped. The metadata of nbgrader's cells is taken from the definition,
    a cell that occurs twice counts where it occurs last, and locked and graded cells that are
    missing are put back.

    Parameters
    ----------
    data
        The file's content.
    definition
        What the gradebook says of this notebook.

    Raises
    ------
    Unreadable
        If it is no notebook that this version of nbformat can read.
    """
    try:
        return _load(data, definition)
    except RecursionError as error:
        raise Unreadable("is nested too deep to be a notebook") from error


def _load(data: bytes, definition: NotebookDefinition) -> Repaired:
    raw = _upgraded(_parse(data))
    if not isinstance(raw.get("cells"), list):
        raise Unreadable("is JSON, but not a notebook: it has no list of cells")
    _check_number(raw["cells"])
    reasons = [] if raw["cells"] else ["has no cells"]
    minor = raw.get("nbformat_minor")
    if type(minor) is not int or not 0 <= minor <= NBFORMAT_MINOR:
        minor = NBFORMAT_MINOR
    cells = [_cell(cell, minor) for cell in raw["cells"] if isinstance(cell, dict)]
    if len(cells) < len(raw["cells"]):
        reasons.append("has cells that are not cells; they were left out")
    metadata = raw.get("metadata")
    notebook = nbformat.from_dict(
        {
            "cells": cells,
            "metadata": metadata if isinstance(metadata, dict) else {},
            "nbformat": NBFORMAT,
            "nbformat_minor": minor,
        }
    )
    reasons += _check_kernel(notebook, definition)
    if doubled := mark_cells(notebook, definition):
        reasons.append(f"has cells twice (the last counts): {', '.join(doubled)}")
    if lacked := put_back(notebook, definition):
        reasons.append(f"lacked cells, which were put back: {', '.join(lacked)}")
    if minor >= NBFORMAT_MINOR:
        give_ids(notebook.cells)
    if not _is_valid(notebook):
        reasons.append("has damaged metadata, which was left out")
        _strip_metadata(notebook)
    return Repaired(notebook, reasons, lacked)


def blank_notebook(definition: NotebookDefinition, sentence: str) -> NotebookNode:
    """Make a notebook of the graded cells alone, none of them run, under a line that says why.

    A person can open it and give points by hand.
    """
    notebook = nbformat.v4.new_notebook()
    notice = {"cell_type": "markdown", "metadata": {}, "source": f"**{sentence}**"}
    notebook.cells.append(nbformat.from_dict(notice))
    put_back(notebook, definition)
    give_ids(notebook.cells)
    mark_as_not_run(notebook, sentence)
    return notebook


def mark_as_not_run(notebook: NotebookNode, sentence: str) -> None:
    """Put an error that says why in the place of the output of every test cell."""
    for cell in notebook.cells:
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("grade"):
            error = {"ename": "NotRun", "evalue": sentence, "traceback": [sentence]}
            cell.outputs = [nbformat.v4.new_output("error", **error)]


def _parse(data: bytes) -> dict[str, Any]:
    if not data.strip():
        raise Unreadable("is empty")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable("is not a notebook: it is not UTF-8 text") from error
    try:
        # NaN and Infinity are no JSON, though Python's reader takes them.
        raw = json.loads(text, parse_constant=lambda _: None)
        if "\\u" in text:
            raw = _without_surrogates(raw)
    except ValueError as error:
        raise Unreadable("is not a notebook: it is not JSON") from error
    if not isinstance(raw, dict):
        raise Unreadable("is JSON, but not a notebook")
    return raw


def _check_number(cells: list[Any]) -> None:
    if len(cells) > MAX_CELLS:
        raise Unreadable(f"has {len(cells)} cells; at most {MAX_CELLS} are read")


def _without_surrogates(value: Any) -> Any:
    """Replace halves of surrogate pairs, which JSON can spell and UTF-8 cannot."""
    if isinstance(value, str):
        return SURROGATES.sub("\ufffd", value)
    if isinstance(value, list):
        return [_without_surrogates(item) for item in value]
    if isinstance(value, dict):
        items = value.items()
        return {_without_surrogates(key): _without_surrogates(item) for key, item in items}
    return value


def _upgraded(raw: dict[str, Any]) -> dict[str, Any]:
    """Bring formats 1 to 3 up to format 4."""
    version = raw.get("nbformat")
    if type(version) is not int or version < 1:
        raise Unreadable("is JSON, but not a notebook: it names no notebook format")
    if version > NBFORMAT:
        raise Unreadable(f"is in notebook format {version}; format {NBFORMAT} is the newest known")
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
    except Exception as error:  # nbformat's converters take what they get for granted
        raise Unreadable(f"is a damaged notebook in the old format {version}") from error


def _cell(raw: dict[str, Any], minor: int) -> dict[str, Any]:
    """Make a cell of format 4 out of whatever a cell's place holds, without its outputs."""
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
    """Say if the notebook was written for another language than the instructor's."""
    metadata = notebook.metadata
    for key in KEPT_METADATA:
        if key in metadata and not isinstance(metadata[key], dict):
            del metadata[key]
    own = json.loads(definition.kernelspec or "{}")
    theirs = metadata.get("kernelspec", {})
    language = theirs.get("language") or metadata.get("language_info", {}).get("name")
    if isinstance(language, str) and language.lower() != own.get("language", language).lower():
        sentence = f"was made with a kernel for {one_line(language, LONGEST_LANGUAGE)}"
        return [f"{sentence}, and is run with {own['language']}"]
    return []


def _is_valid(notebook: NotebookNode) -> bool:
    try:
        nbformat.validate(notebook)
    except nbformat.ValidationError:
        return False
    return True


def _strip_metadata(notebook: NotebookNode) -> None:
    """Leave out all that a student can break and that grading does not need."""
    for cell in notebook.cells:
        nbgrader = cell.metadata.get("nbgrader")
        cell.metadata = NotebookNode({"nbgrader": nbgrader} if nbgrader else {})
        cell.pop("attachments", None)
    notebook.metadata = NotebookNode()
    nbformat.validate(notebook)
