"""Kinds of cells: test cells, and those of them that are shared with the submission.

A test cell that deletes or replaces a student's names, or looks at figures, cannot be judged from
outside. The instructor tags it `nbjudge:shared` in the notebook in `source/`, and its points come
from a plain run: the whole notebook in one process, as in plain nbgrader. The tags count only
there: a submission carries tags too, but a student can write them, and the gradebook stores none.
"""

from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import is_grade, is_solution

TAG = "nbjudge:shared"
# On a shared cell that needs what other test cells do: all test cells take part in the plain run.
WHOLE = "nbjudge:whole"


def is_test(cell: NotebookNode) -> bool:
    """Return True if a cell is a test cell: a code cell with points and no answer in it."""
    return bool(cell.cell_type == "code" and is_grade(cell) and not is_solution(cell))


def tags_of(cell: NotebookNode) -> tuple[str, ...]:
    """Return the tags of a cell that make it a shared cell: `TAG`, `WHOLE`, both or none."""
    return tuple(tag for tag in (TAG, WHOLE) if tag in cell.metadata.get("tags", []))


def tagged_cells(source: Path) -> dict[str, tuple[str, ...]]:
    """Find the shared cells of an instructor's notebook.

    Parameters
    ----------
    source
        The notebook in `source/`.

    Returns
    -------
    dict
        Their tags by `grade_id`; empty if there is no such notebook.
    """
    if not source.is_file():
        return {}
    cells = nbformat.read(source, as_version=4).cells
    return {
        str(cell.metadata["nbgrader"]["grade_id"]): tags
        for cell in cells
        if (tags := tags_of(cell)) and "grade_id" in cell.metadata.get("nbgrader", {})
    }


def cell_path(assignment: str, notebook: str, cell: str) -> str:
    """Return a cell's path as the configuration writes it, such as "ps1/problem1/cell"."""
    return f"{assignment}/{notebook}/{cell}"
