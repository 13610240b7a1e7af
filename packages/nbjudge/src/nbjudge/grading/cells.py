"""Reconciliation of a submitted notebook's cells with the gradebook's definition of them.

All functions modify their notebook or cells in place.
"""

import re
from collections.abc import Iterable
from typing import Any

import nbformat
from nbformat import NotebookNode

from ..course.definition import CellDefinition, NotebookDefinition

CELL_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def mark_cells(notebook: NotebookNode, definition: NotebookDefinition) -> list[str]:
    """Restore the nbgrader metadata of each known cell, and remove it from every other cell.

    Returns
    -------
    The names of cells that occur more than once.
    """
    seen: set[str] = set()
    doubled: set[str] = set()
    # If a cell occurs more than once, the last occurrence counts, as in nbgrader.
    for cell in reversed(notebook.cells):
        name = cell.metadata.pop("nbgrader", None)
        name = name.get("grade_id") if isinstance(name, dict) else None
        known = definition.cells.get(name) if isinstance(name, str) else None
        if known is None or name is None:
            continue
        if name in seen:
            doubled.add(name)
            continue
        seen.add(name)
        cell.metadata["nbgrader"] = NotebookNode(known.metadata())
        if cell.cell_type != known.cell_type:
            set_type(cell, known.cell_type)
    return sorted(doubled)


def put_back(notebook: NotebookNode, definition: NotebookDefinition) -> list[str]:
    """Insert each missing locked or graded cell after the cell that it follows in the definition.

    Returns
    -------
    The names of the inserted cells.
    """
    there = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in notebook.cells]
    added: list[str] = []
    place = 0
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
    return added


def _before_the_first(there: list[str | None], cells: Iterable[str], name: str) -> int:
    """Return the index for a missing first cell: before the next cell that is present, or last."""
    names = list(cells)
    following = [there.index(other) for other in names[names.index(name) :] if other in there]
    return min(following, default=len(there))


def _new_cell(cell: CellDefinition) -> NotebookNode:
    metadata: dict[str, object] = {"nbgrader": cell.metadata()}
    if cell.locked:
        metadata |= {"deletable": False, "editable": False}
    new = nbformat.from_dict({"metadata": metadata, "source": cell.source})
    set_type(new, cell.cell_type)
    return new


def give_ids(cells: list[NotebookNode]) -> None:
    """Assign an id to each cell whose id is missing, invalid or a duplicate.

    The ids depend on the cells' positions only, so every run assigns the same ones.
    """
    taken: set[str] = set()
    for number, cell in enumerate(cells):
        own = cell.get("id")
        if not (isinstance(own, str) and CELL_ID.fullmatch(own)) or own in taken:
            cell["id"] = next(
                name
                for name in (f"cell-{number}-{attempt}" for attempt in range(len(cells) + 1))
                if name not in taken
            )
        taken.add(cell["id"])


def set_type(cell: dict[str, Any], cell_type: str) -> None:
    """Change the type of a cell, and clear its outputs and other fields of the old type."""
    cell["cell_type"] = cell_type
    if cell_type == "code":
        cell.pop("attachments", None)
        cell["outputs"] = []
        cell["execution_count"] = None
    else:
        cell.pop("outputs", None)
        cell.pop("execution_count", None)
