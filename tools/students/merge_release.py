"""Merging of a newer edition of a notebook with a student's work in an older one.

Entry points: `merge`, `is_changed`. This module uses only the standard library, because it is part
of the archive for students.
"""

import json
from typing import Any

NBGRADER = "nbgrader"  # the metadata key

Cell = dict[str, Any]
Notebook = dict[str, Any]


def read(content: bytes) -> Notebook | None:
    """Parse a notebook; return None if the content is not one."""
    try:
        notebook = json.loads(content)
        for cell in notebook["cells"]:
            key_of(cell), source_of(cell), cell["cell_type"]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return notebook


def is_changed(mine: Notebook, handed_out: Notebook) -> bool:
    """Return True if a student has edited a notebook. Jupyter's own changes do not count."""
    return [(key_of(cell), source_of(cell)) for cell in named(mine, handed_out)] != [
        (key_of(cell), source_of(cell)) for cell in handed_out["cells"]
    ]


def merge(mine: Notebook, handed_out: Notebook | None, newer: Notebook) -> Notebook:
    """Merge the student's cells into the newer edition.

    Cells that the student has changed are kept. Unchanged cells, and checks, get the newer text. A
    cell that the student has added stays behind the same cell as before. A cell that the newer
    edition has dropped is kept if the student has changed it. A cell with unchanged text keeps its
    outputs. `handed_out` is the edition that the student started from. If it is None, only solution
    cells count as changed.
    """
    edition = handed_out or newer
    old = {key_of(cell): source_of(cell) for cell in edition["cells"]}
    written = named(mine, edition)
    own = {key_of(cell): cell for cell in reversed(written)}  # the first of several copies counts
    cells = [_choose(cell, own.get(key_of(cell)), old, handed_out) for cell in newer["cells"]]
    there = {key_of(cell) for cell in cells}
    last = None
    for cell in written:
        key = key_of(cell)
        if key not in there and source_of(cell) != old.get(key):
            # Without nbgrader's metadata, the cell has no points.
            metadata = {name: it for name, it in cell["metadata"].items() if name != NBGRADER}
            place = next((n + 1 for n, each in enumerate(cells) if key_of(each) == last), 0)
            added = {**cell, "id": cell.get("id") or key, "metadata": metadata}
            cells.insert(place, added)
            key = key_of(added)
            there.add(key)
        if key in there:
            last = key
    return {**newer, "cells": cells}


def named(mine: Notebook, edition: Notebook) -> list[Cell]:
    """Return the cells of a student's notebook, with the missing ids restored from `edition`.

    Programs that only support older notebook formats drop the ids of cells.
    """
    known = {source_of(cell): key_of(cell) for cell in edition["cells"]}
    return [
        cell if key_of(cell) else {**cell, "id": known.get(source_of(cell), f"own-{number}")}
        for number, cell in enumerate(mine["cells"])
    ]


def _choose(new: Cell, mine: Cell | None, old: dict[str, str], handed_out: Notebook | None) -> Cell:
    """Return a cell of the newer edition, or the student's cell to use instead."""
    if mine is None or mine["cell_type"] != new["cell_type"]:
        return new
    own = new["metadata"].get(NBGRADER, {})
    is_mine = own.get("solution") if handed_out is None else not own.get("locked")
    changed = source_of(mine) != old.get(key_of(new), source_of(new))
    source = mine["source"] if is_mine and changed else new["source"]
    chosen = {**new, "source": source}
    if new["cell_type"] == "code" and source_of(chosen) == source_of(mine):
        chosen |= {key: mine[key] for key in ("outputs", "execution_count") if key in mine}
    return chosen


def key_of(cell: Cell) -> str:
    """Return the name that identifies a cell in all editions."""
    return str(cell["metadata"].get(NBGRADER, {}).get("grade_id") or cell.get("id", ""))


def source_of(cell: Cell) -> str:
    """Return a cell's source as one string; the file may have it as a list of lines."""
    return "".join(cell["source"])
