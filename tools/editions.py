"""Bring a newer edition of a notebook around what a student has written into an older one.

Entry points: `merge`, `is_changed`. Only the standard library is used: the archive for students
holds this file.
"""

import json
from typing import Any

NBGRADER = "nbgrader"  # the key of its metadata

Cell = dict[str, Any]
Notebook = dict[str, Any]


def read(content: bytes) -> Notebook | None:
    """Parse a notebook; None where it is none."""
    try:
        notebook = json.loads(content)
        for cell in notebook["cells"]:
            key_of(cell), source_of(cell), cell["cell_type"]
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return notebook


def is_changed(mine: Notebook, handed_out: Notebook) -> bool:
    """Whether a student has written into a notebook; what Jupyter writes itself is no change."""
    return [(key_of(cell), source_of(cell)) for cell in named(mine, handed_out)] != [
        (key_of(cell), source_of(cell)) for cell in handed_out["cells"]
    ]


def merge(mine: Notebook, handed_out: Notebook | None, newer: Notebook) -> Notebook:
    """Put the student's cells into the newer edition.

    What the student has changed stays; of what nobody has changed, and of checks, the newer text
    counts. Cells that the student has added stand after the cell that they stood after. A cell
    that the newer edition has no more stays if the student has changed it.

    Parameters
    ----------
    mine
        The student's notebook.
    handed_out
        The edition that it was made from; None where that is not known: then answers alone are
        taken for changed.
    newer
        The newer edition.

    Returns
    -------
    The newer edition with the student's cells; outputs stay where a cell says the same as before.
    """
    edition = handed_out or newer
    old = {key_of(cell): source_of(cell) for cell in edition["cells"]}
    written = named(mine, edition)
    own = {key_of(cell): cell for cell in reversed(written)}  # the first one where one was copied
    cells = [_choose(cell, own.get(key_of(cell)), old, handed_out) for cell in newer["cells"]]
    there = {key_of(cell) for cell in cells}
    last = None
    for cell in written:
        key = key_of(cell)
        if key not in there and source_of(cell) != old.get(key):
            # It counts for no points, whatever it was.
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
    """The cells of a student's notebook; one without a name gets that of the cell that it is.

    Programs that know only older notebooks leave the names of cells out.
    """
    known = {source_of(cell): key_of(cell) for cell in edition["cells"]}
    return [
        cell if key_of(cell) else {**cell, "id": known.get(source_of(cell), f"own-{number}")}
        for number, cell in enumerate(mine["cells"])
    ]


def _choose(new: Cell, mine: Cell | None, old: dict[str, str], handed_out: Notebook | None) -> Cell:
    """A cell of the newer edition, or the student's in its place."""
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
    """What a cell is called in every edition."""
    return str(cell["metadata"].get(NBGRADER, {}).get("grade_id") or cell.get("id", ""))


def source_of(cell: Cell) -> str:
    """What a cell says, however the file divides it into lines."""
    return "".join(cell["source"])
