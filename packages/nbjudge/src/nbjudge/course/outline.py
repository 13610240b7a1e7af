"""What an instructor's notebook says of its names; no submission decides it."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import nbformat

from ..border.messages import CellNames, Outline
from ..processes.cell_names import bound_names, read_given


def read_outline(source: Path, known: Iterable[Any]) -> Outline:
    """Read what a notebook's given cells import, and what its cells bind in their order.

    Parameters
    ----------
    source
        The notebook in `source/`, which alone has all cells and their order.
    known
        The cells of an `nbgrader.api.Notebook`, or of a definition: their imports are read where
        there is no such notebook.

    Returns
    -------
    outline
        Its test cells by their grade_id.
    """
    if not source.is_file():
        code = (cell for cell in known if _is_code(cell))
        return Outline(tuple(read_given((cell.source, not cell.locked) for cell in code)))
    there = source.stat()
    return _read(source, there.st_ino, there.st_ctime_ns)


@lru_cache(maxsize=64)
def _read(source: Path, number: int, changed: int) -> Outline:
    """Read a notebook once for as long as its file stays as it is: a watch asks all the time."""
    cells = [cell for cell in nbformat.read(source, as_version=4).cells if _is_code(cell)]
    kinds = [cell.metadata.get("nbgrader", {}) for cell in cells]
    tests = [
        str(kind["grade_id"]) if kind.get("grade") and not kind.get("solution") else None
        for kind in kinds
    ]
    given = read_given(
        (cell.source, kind.get("solution", False))
        for cell, kind, test in zip(cells, kinds, tests, strict=True)
        if test is None
    )
    order = (
        CellNames(tuple(sorted(bound_names(cell.source))), test)
        for cell, test in zip(cells, tests, strict=True)
    )
    return Outline(tuple(given), tuple(order))


def _is_code(cell: Any) -> bool:
    return bool(cell.cell_type == "code")
