"""Make a submitted notebook's cells those that the gradebook defines.

The functions alter a notebook in place.
"""

import re
from collections.abc import Iterable
from typing import Any

import nbformat
from nbformat import NotebookNode

from ..course.definition import CellDefinition, NotebookDefinition

CELL_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def mark_cells(notebook: NotebookNode, definition: NotebookDefinition) -> list[str]:
    """Give nbgrader's cells the metadata of the definition, and every other cell none.

    Returns
    -------
    The names of cells that are there twice.
    """
    seen: set[str] = set()
    doubled: set[str] = set()
    # The last of several counts, as it does for nbgrader.
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
    """Put locked and graded cells that are missing after the cell that they follow.

    Returns
    -------
    The names of these cells.
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
    """Where the first cell of the definition goes: before the next one that is there, or last."""
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
    """Give an id to each cell that lacks one or repeats one; the same ids in every run."""
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
    """Make a cell one of this type, without outputs."""
    cell["cell_type"] = cell_type
    if cell_type == "code":
        cell.pop("attachments", None)
        cell["outputs"] = []
        cell["execution_count"] = None
    else:
        cell.pop("outputs", None)
        cell.pop("execution_count", None)
