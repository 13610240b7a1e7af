"""What the given cells of an instructor's notebook import; no submission decides it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import nbformat

from ..border.messages import GivenImport
from ..processes.reading import read_given


def given_imports(source: Path, known: Iterable[Any]) -> tuple[GivenImport, ...]:
    """Read what the cells of a notebook import that are no tests and no solutions.

    Parameters
    ----------
    source
        The notebook in `source/`, which alone has all cells and their order.
    known
        The cells of an `nbgrader.api.Notebook`, or of a definition: they are read where there is no
        such notebook.
    """
    if not source.is_file():
        return tuple(read_given((cell.source, not cell.locked) for cell in known if _is_code(cell)))
    cells = [cell for cell in nbformat.read(source, as_version=4).cells if _is_code(cell)]
    kinds = [cell.metadata.get("nbgrader", {}) for cell in cells]
    return tuple(
        read_given(
            (cell.source, kind.get("solution", False))
            for cell, kind in zip(cells, kinds, strict=True)
            if not kind.get("grade") or kind.get("solution")
        )
    )


def _is_code(cell: Any) -> bool:
    return bool(cell.cell_type == "code")
