"""Outline of an instructor's notebook: the names that its cells import and bind.

It is read from the notebook in `source/`, so no submission can change it.
"""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.utils import is_solution

from ..border.outline import Outline
from ..processes.cell_names import read_cell, read_given
from .cell_kinds import is_test


def read_outline(source: Path, known: Iterable[Any]) -> Outline:
    """Read the imports of a notebook's given cells, and the names that its cells bind, in order.

    Parameters
    ----------
    source
        The notebook in `source/`; only this file has all cells and their order.
    known
        The cells of an `nbgrader.api.Notebook` or of a definition. If the notebook is missing, the
        imports are read from these.

    Returns
    -------
    Outline
        The imports and the names of each cell; a test cell is marked with its grade_id.
    """
    if not source.is_file():
        code = (cell for cell in known if _is_code(cell))
        return Outline(tuple(read_given((cell.source, not cell.locked) for cell in code)))
    there = source.stat()
    return _read(source, there.st_ino, there.st_ctime_ns)


@lru_cache(maxsize=64)
def _read(source: Path, number: int, changed: int) -> Outline:
    """Read a notebook; cached, because a watch reads the outline for every attempt.

    The inode number and the time of the last change are part of the cache's key, so that a changed
    file is read again.
    """
    cells = [cell for cell in nbformat.read(source, as_version=4).cells if _is_code(cell)]
    given = read_given((cell.source, is_solution(cell)) for cell in cells if not is_test(cell))
    order = (
        read_cell(cell.source, str(cell.metadata.nbgrader.grade_id) if is_test(cell) else None)
        for cell in cells
    )
    return Outline(tuple(given), tuple(order))


def _is_code(cell: Any) -> bool:
    return bool(cell.cell_type == "code")
