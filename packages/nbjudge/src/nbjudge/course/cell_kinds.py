"""Which test cells are run in the student's process, because the instructor says so.

A test cell that deletes or replaces the student's names, or looks at figures, cannot be judged
from outside. The instructor tags it `nbjudge:shared` in the notebook in `source/`. The tag counts
there alone: a submission carries tags too, and they are not believed, and the gradebook keeps none.
"""

from pathlib import Path

import nbformat

TAG = "nbjudge:shared"


def tagged_cells(source: Path) -> frozenset[str]:
    """Find the cells of an instructor's notebook that carry the tag.

    Parameters
    ----------
    source
        The notebook in `source/`.

    Returns
    -------
    frozenset of str
        Their `grade_id`s; empty where there is no such notebook.
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
    """Name a cell as the configuration does, in `JudgeExecute.shared`: "ps1/problem1/cell"."""
    return f"{assignment}/{notebook}/{cell}"
