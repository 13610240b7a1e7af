"""Turn what a student handed in as a notebook into one that nbgrader can grade.

`load_notebook` reads the bytes of a notebook, repairs what can be repaired and says what was
wrong; it raises `Unreadable` where there is nothing to repair. `blank_notebook` stands in for a
notebook that cannot be read. What is honest passes unchanged.
"""

import json
import re
from collections.abc import Iterable
from typing import Any

import nbformat
from nbformat import NotebookNode

from .definition import Cell, NotebookDefinition

NBFORMAT = 4
NBFORMAT_MINOR = 5  # the newest of format 4; from here on each cell has an id
CELL_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
SURROGATES = re.compile("[\ud800-\udfff]")
KEPT_METADATA = ("kernelspec", "language_info")


class Unreadable(Exception):
    """There is no notebook in these bytes. The message goes on from the file's name."""


def load_notebook(data: bytes, definition: NotebookDefinition) -> tuple[NotebookNode, list[str]]:
    """Read a student's notebook and make it one that nbgrader can grade.

    Saved outputs are dropped. The metadata of nbgrader's cells is taken from the definition,
    a cell that occurs twice counts where it occurs last, and locked and graded cells that are
    missing are put back.

    Arguments
    ---------
    data:
        The file's content.
    definition:
        What the gradebook says of this notebook.

    Returns
    -------
    The notebook (nbformat 4, valid), and one line for each thing that was wrong with it; each
    line goes on from the file's name.

    Raises
    ------
    Unreadable
        If it is no notebook that this version of nbformat can read.
    """
    try:
        return _load(data, definition)
    except RecursionError as error:
        raise Unreadable("is nested too deep to be a notebook") from error


def _load(data: bytes, definition: NotebookDefinition) -> tuple[NotebookNode, list[str]]:
    raw = _upgraded(_parse(data))
    if not isinstance(raw.get("cells"), list):
        raise Unreadable("is JSON, but not a notebook: it has no list of cells")
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
    reasons += _mark_cells(notebook, definition)
    reasons += _put_back(notebook, definition)
    if minor >= NBFORMAT_MINOR:
        _give_ids(notebook.cells)
    if not _is_valid(notebook):
        reasons.append("has damaged metadata, which was left out")
        _strip_metadata(notebook)
    return notebook, reasons


def blank_notebook(definition: NotebookDefinition, sentence: str) -> NotebookNode:
    """Make a notebook of the graded cells alone, none of them run, under a line that says why.

    A person can open it and give points by hand.
    """
    notebook = nbformat.v4.new_notebook()
    notice = {"cell_type": "markdown", "metadata": {}, "source": f"**{sentence}**"}
    notebook.cells.append(nbformat.from_dict(notice))
    _put_back(notebook, definition)
    _give_ids(notebook.cells)
    mark_as_not_run(notebook, sentence)
    return notebook


def mark_as_not_run(notebook: NotebookNode, sentence: str) -> None:
    """Put an error that says why in the place of the output of every test cell."""
    for cell in notebook.cells:
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("grade"):
            error = {"ename": "NotRun", "evalue": sentence, "traceback": [sentence]}
            cell.outputs = [nbformat.v4.new_output("error", **error)]


def _parse(data: bytes) -> dict:
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


def _upgraded(raw: dict) -> dict:
    """Bring formats 1 to 3 up to format 4."""
    version = raw.get("nbformat")
    if type(version) is not int or version < 1:
        raise Unreadable("is JSON, but not a notebook: it names no notebook format")
    if version > NBFORMAT:
        raise Unreadable(f"is in notebook format {version}; format {NBFORMAT} is the newest known")
    if version == NBFORMAT:
        return raw
    try:
        return nbformat.convert(nbformat.reads(json.dumps(raw), as_version=version), NBFORMAT)
    except Exception as error:  # nbformat's converters take what they get for granted
        raise Unreadable(f"is a damaged notebook in the old format {version}") from error


def _cell(raw: dict, minor: int) -> dict:
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
    _set_type(cell, cell["cell_type"])
    return cell


def _set_type(cell: dict, cell_type: str) -> None:
    cell["cell_type"] = cell_type
    if cell_type == "code":
        cell.pop("attachments", None)
        cell["outputs"] = []
        cell["execution_count"] = None
    else:
        cell.pop("outputs", None)
        cell.pop("execution_count", None)


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
        return [f"was made with a kernel for {language}, and is run with {own['language']}"]
    return []


def _mark_cells(notebook: NotebookNode, definition: NotebookDefinition) -> list[str]:
    """Give nbgrader's cells the metadata of the definition, and every other cell none."""
    seen, doubled = set(), []
    # The last of several counts, as it does for nbgrader.
    for cell in reversed(notebook.cells):
        name = cell.metadata.pop("nbgrader", None)
        name = name.get("grade_id") if isinstance(name, dict) else None
        known = definition.cells.get(name) if isinstance(name, str) else None
        if known is None:
            continue
        if name in seen:
            doubled.append(name)
            continue
        seen.add(name)
        cell.metadata["nbgrader"] = NotebookNode(known.metadata())
        if cell.cell_type != known.cell_type:
            _set_type(cell, known.cell_type)
    if doubled:
        return [f"has cells twice (the last counts): {', '.join(sorted(set(doubled)))}"]
    return []


def _put_back(notebook: NotebookNode, definition: NotebookDefinition) -> list[str]:
    """Put locked and graded cells that are missing after the cell that they follow."""
    there = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in notebook.cells]
    added, place = [], 0
    for name, cell in definition.cells.items():
        if name in there:
            place = there.index(name) + 1
        elif cell.locked or cell.max_score is not None:
            if not added and place == 0:
                place = _before_the_first(there, definition.cells, name)
            notebook.cells.insert(place, _new_cell(cell))
            there.insert(place, name)
            added.append(name)
            place += 1
    if added:
        return [f"lacked cells, which were put back: {', '.join(added)}"]
    return []


def _before_the_first(there: list, cells: Iterable[str], name: str) -> int:
    """Where the first cell of the definition goes: before the next one that is there, or last."""
    names = list(cells)
    following = [there.index(other) for other in names[names.index(name) :] if other in there]
    return min(following, default=len(there))


def _new_cell(cell: Cell) -> NotebookNode:
    metadata = {"nbgrader": cell.metadata()}
    if cell.locked:
        metadata |= {"deletable": False, "editable": False}
    new = nbformat.from_dict({"metadata": metadata, "source": cell.source})
    _set_type(new, cell.cell_type)
    return new


def _give_ids(cells: list[NotebookNode]) -> None:
    """Give an id to each cell that lacks one or repeats one; the same ids in every run."""
    taken = set()
    for number, cell in enumerate(cells):
        own = cell.get("id")
        if not (isinstance(own, str) and CELL_ID.fullmatch(own)) or own in taken:
            cell["id"] = next(
                name
                for name in (f"cell-{number}-{attempt}" for attempt in range(len(cells) + 1))
                if name not in taken
            )
        taken.add(cell["id"])


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
