"""Detection of test cells in `source/` that nbgrader has not generated yet.

Entry point: `why_ungenerated`.
"""

from pathlib import Path

import nbformat

from .cell_kinds import is_test
from .definition import Definition
from .text import first_few

NAMED = 5  # in the sentence


def why_ungenerated(definition: Definition, source: Path) -> str | None:
    """Compare the test cells in `source/` with those in the gradebook, by which grading goes.

    Parameters
    ----------
    definition
        The assignment in the gradebook.
    source
        The folder of the instructor's notebooks.

    Returns
    -------
    A sentence that names the cells that were changed, added or removed, or whose points were; None
    if there are none.
    """
    found = []
    for path in sorted(source.glob("*.ipynb")):
        notebook = definition.notebooks.get(path.stem)
        known = {
            cell.name: (cell.source, cell.max_score)
            for cell in (notebook.cells.values() if notebook else ())
            if cell.is_test
        }
        there = {
            str(cell.metadata.nbgrader.grade_id): (
                cell.source,
                cell.metadata.nbgrader.get("points"),
            )
            for cell in nbformat.read(path, as_version=4).cells
            if is_test(cell)
        }
        names = sorted(known.keys() | there.keys())
        found += [f"{path.stem}/{name}" for name in names if known.get(name) != there.get(name)]
    if not found:
        return None
    return (
        f"{source} has other test cells than the gradebook: {first_few(found, NAMED)}. "
        "Grading goes by the gradebook until you type: "
        f"nbgrader generate_assignment {definition.assignment} --force"
    )
