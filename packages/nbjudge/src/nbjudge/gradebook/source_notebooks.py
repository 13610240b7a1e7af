"""An instructor's notebook in `source/`: its test cells, its in-process cells, and its outline.

A test cell that deletes or replaces a student's names, or looks at figures, cannot be judged from
outside. The instructor tags it `nbjudge:in-process`, and its points come from a plain run: the
whole notebook in one process, as in plain nbgrader.

All of this counts only in `source/`: a submission carries tags and imports too, but a student can
write them, and the gradebook stores none.

Entry points: `is_test`, `cells_in`, `unknown_tags`, `tagged_cells`, `cells_with`, `read_outline`,
`cell_path`.
"""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import is_grade, is_solution

from nbisolate import Outline
from nbisolate.cells import read_cell, read_given

from ..files.text import joined
from ..tags import IN_PROCESS_TAGS, PREFIX, TAGS

EXPECTED = "raises-exception"  # Jupyter's tag for a cell that is expected to fail


def is_test(cell: NotebookNode) -> bool:
    """Return True if a cell is a test cell: a code cell with points and no answer in it."""
    return bool(cell.cell_type == "code" and is_grade(cell) and not is_solution(cell))


def tags_of(cell: NotebookNode) -> tuple[str, ...]:
    """Return the tags that make a cell an in-process cell: one of them, both or none."""
    return tuple(tag for tag in IN_PROCESS_TAGS if tag in cell.metadata.get("tags", []))


def unknown_tags(path: Path) -> Iterator[str]:
    """Yield a sentence for each tag in a notebook that begins as ours do and does not exist.

    Such a tag would have no effect, and right answers could lose points.
    """
    for number, cell in enumerate(cells_in(path), 1):
        name = cell.metadata.get("nbgrader", {}).get("grade_id", f"number {number}")
        for tag in map(str, cell.metadata.get("tags", [])):
            if tag.startswith(PREFIX) and tag not in TAGS:
                yield f"{path}, cell {name}: there is no tag {tag}. Did you mean {_meant(tag)}?"


def _meant(tag: str) -> str:
    """Return the nearest tag, or all if none is near. The prefix, which all have, is left out."""
    names = [name.removeprefix(PREFIX) for name in TAGS]
    nearest = get_close_matches(tag.removeprefix(PREFIX), names, 1)
    return joined([PREFIX + name for name in nearest or names], "or")


def cells_in(path: Path) -> list[NotebookNode]:
    """Return the cells of a notebook; none if there is no such file."""
    return list(nbformat.read(path, as_version=4).cells) if path.is_file() else []


def tagged_cells(source: Path) -> dict[str, tuple[str, ...]]:
    """Return the tags of the in-process cells by `grade_id`; {} if there is no notebook."""
    return {
        str(cell.metadata["nbgrader"]["grade_id"]): tags
        for cell in cells_in(source)
        if (tags := tags_of(cell)) and "grade_id" in cell.metadata.get("nbgrader", {})
    }


def cells_with(source: Path, tag: str) -> set[str]:
    """Return the `grade_id` of each cell that has a tag; none if there is no notebook."""
    return {
        str(cell.metadata["nbgrader"]["grade_id"])
        for cell in cells_in(source)
        if tag in cell.metadata.get("tags", []) and "grade_id" in cell.metadata.get("nbgrader", {})
    }


def cell_path(assignment: str, notebook: str, cell: str) -> str:
    """Return a cell's path as the configuration writes it, such as "ps1/problem1/cell"."""
    return f"{assignment}/{notebook}/{cell}"


def read_outline(source: Path, known_cells: Iterable[Any]) -> Outline:
    """Read the imports of instructor cells, and the names that a notebook's cells bind, in order.

    Only the notebook in `source/` has all cells and their order. If it is missing, the imports are
    read from `known_cells`, those of an `nbgrader.api.Notebook` or of a definition. A test cell is
    marked with its grade_id.
    """
    if not source.is_file():
        code = (cell for cell in known_cells if _is_code(cell))
        return Outline(tuple(read_given((cell.source, not cell.locked) for cell in code)))
    there = source.stat()
    return _read_outline(source, there.st_ino, there.st_ctime_ns)


@lru_cache(maxsize=64)
def _read_outline(source: Path, number: int, changed: int) -> Outline:
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
