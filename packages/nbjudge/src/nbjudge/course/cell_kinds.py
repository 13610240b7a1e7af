"""Kinds of cells: test cells, and those of them that run in the student's process.

A test cell that deletes or replaces the student's names, or looks at figures, cannot be judged
from outside. The instructor tags it `nbjudge:shared` in the notebook in `source/`. The tag counts
only there: a submission carries tags too, but a student can write them, and the gradebook stores
none.
"""

from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import is_grade, is_solution

TAG = "nbjudge:shared"


def is_test(cell: NotebookNode) -> bool:
    """Return True if a cell is a test cell: a code cell with points and no answer in it."""
    return bool(cell.cell_type == "code" and is_grade(cell) and not is_solution(cell))


def tagged_cells(source: Path) -> frozenset[str]:
    """Find the cells of an instructor's notebook that carry the tag.

    Parameters
    ----------
    source
        The notebook in `source/`.

    Returns
    -------
    frozenset of str
        Their `grade_id`s; empty if there is no such notebook.
    """
    if not source.is_file():
        return frozenset()
    cells = nbformat.read(source, as_version=4).cells
    return frozenset(
        str(cell.metadata["nbgrader"]["grade_id"])
        for cell in cells
        if TAG in cell.metadata.get("tags", []) and "grade_id" in cell.metadata.get("nbgrader", {})
    )


def cell_path(assignment: str, notebook: str, cell: str) -> str:
    """Return a cell's path as the configuration writes it, such as "ps1/problem1/cell"."""
    return f"{assignment}/{notebook}/{cell}"
