"""Merging of a newer edition of a notebook with a student's work in an older one.

Entry points: `merge`, `is_changed`. This module uses only the standard library, because it is part
of the archive for students.
"""

import json
from typing import Any

NBGRADER = "nbgrader"  # the metadata key
RUN = ("outputs", "execution_count")  # the fields that running a code cell fills

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

    Cells that the student has changed are kept. Unchanged cells, and checks, get the newer text. If
    an answer was split into several cells, the last of them is the answer and the others stay
    before it, as when it is graded. What a student wrote into a cell that is the course's, or of
    another type now, stays in a cell before it. A cell that the student has added stays behind the
    same cell as before. A cell that the newer edition has dropped is kept if the student has
    changed it. A cell with unchanged text keeps its outputs. `handed_out` is the edition that the
    student started from. If it is None, only solution cells count as changed.
    """
    edition = handed_out or newer
    old = {key_of(cell): source_of(cell) for cell in edition["cells"]}
    written = named(mine, edition)
    keys = {key_of(cell) for cell in newer["cells"]}
    taken = keys | {str(cell.get("id")) for cell in newer["cells"]}
    cells: list[Cell] = []
    for new in newer["cells"]:
        copies = [cell for cell in written if key_of(cell) == key_of(new)]
        chosen, others = _choose(new, copies, old, handed_out)
        cells += [*(_as_own(cell, taken) for cell in others), chosen]
    last = None
    for cell in written:
        key = key_of(cell)
        if key not in keys and source_of(cell) != old.get(key):
            place = next((n + 1 for n, each in enumerate(cells) if key_of(each) == last), 0)
            added = _as_own(cell, taken)
            cells.insert(place, added)
            last = key_of(added)
        elif key in keys:
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


def _choose(
    new: Cell, copies: list[Cell], old: dict[str, str], handed_out: Notebook | None
) -> tuple[Cell, list[Cell]]:
    """Return a cell of the newer edition, and the student's cells to keep before it.

    `copies` are the student's versions of the cell, of which there are several if it was split.
    """
    kinds = new["metadata"].get(NBGRADER, {})
    is_mine = bool(kinds.get("solution") if handed_out is None else not kinds.get("locked"))
    known = (old.get(key_of(new), source_of(new)), source_of(new))
    changed = [cell for cell in copies if source_of(cell) not in known]
    if handed_out is None and not is_mine:
        changed = []  # it may as well be an older text of the course
    # The last of several equal ones, without those that are empty.
    kept = {source_of(cell): cell for cell in changed if source_of(cell).strip()}
    others = list(kept.values())
    answers = [cell for cell in others or changed if cell["cell_type"] == new["cell_type"]]
    chosen = new
    if is_mine and answers:
        answer = answers[-1]
        others = [cell for cell in others if cell is not answer]
        chosen = {**new, "source": answer["source"]}
        if "attachments" in answer:
            chosen["attachments"] = answer["attachments"]
    elif kinds.get("locked"):
        # A changed check would run, and fail, before the real one.
        others = [_without_running(cell) for cell in others]
    if new["cell_type"] == "code":
        run = [cell for cell in copies if source_of(cell) == source_of(chosen)]
        for cell in run[-1:]:
            chosen = chosen | {key: cell[key] for key in RUN if key in cell}
    return chosen, others


def _without_running(cell: Cell) -> Cell:
    """Return a cell whose code does not run."""
    if cell["cell_type"] != "code":
        return cell
    return {**{key: value for key, value in cell.items() if key not in RUN}, "cell_type": "raw"}


def _as_own(cell: Cell, taken: set[str]) -> Cell:
    """Return a cell as one that the student has added, with an id that is not `taken`.

    Without nbgrader's metadata, the cell has no points. The id is added to `taken`.
    """
    base = str(cell.get("id") or key_of(cell))
    name = base
    number = 2
    while name in taken:
        name = f"{base}-{number}"
        number += 1
    taken.add(name)
    metadata = {key: value for key, value in cell["metadata"].items() if key != NBGRADER}
    return {**cell, "id": name, "metadata": metadata}


def key_of(cell: Cell) -> str:
    """Return the name that identifies a cell in all editions."""
    return str(cell["metadata"].get(NBGRADER, {}).get("grade_id") or cell.get("id", ""))


def source_of(cell: Cell) -> str:
    """Return a cell's source as one string; the file may have it as a list of lines."""
    return "".join(cell["source"])
