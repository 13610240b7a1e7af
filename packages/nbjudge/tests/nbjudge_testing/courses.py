"""Builders of test courses: cells with nbgrader's metadata, notebooks, and a release.

Entry points: `cell`, `notebook`, `write_course`, `make_course`.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from nbjudge_testing.commands import run_nbgrader

KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
# Of a course whose limits are soon met, with `root`, `add_missing` and `memory` left to fill in.
JUDGE_CONFIG = """
c = get_config()
c.CourseDirectory.root = {root!r}
c.OverwriteCells.add_missing_cells = {add_missing}
c.Autograde.autograde_preprocessors = [
    "nbjudge.JudgeExecute",
    "nbgrader.preprocessors.SaveAutoGrades",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]
c.JudgeExecute.preload = []
c.JudgeExecute.cell_seconds = 2
c.JudgeExecute.notebook_seconds = 8
c.JudgeExecute.memory_mb = {memory}
c.JudgeExecute.disk_mb = 64
"""
NOTHING: Mapping[str, bytes] = {}


def cell(
    grade_id: str,
    source: str,
    new_cell: Callable[..., NotebookNode] = new_code_cell,
    points: float | None = None,
    **kinds: bool,
) -> NotebookNode:
    """Return a cell with nbgrader's metadata; `kinds` are the flags that are true.

    A test cell has `grade` and `locked`, a solution cell `solution`, a manually graded cell both
    `grade` and `solution`, and a read-only cell `locked`.
    """
    nbgrader = {"grade": False, "solution": False, "locked": False, "task": False} | kinds
    nbgrader |= {"grade_id": grade_id, "schema_version": 3}
    if points is not None:
        nbgrader["points"] = points
    return new_cell(source, metadata={"nbgrader": nbgrader})


def notebook(cells: Iterable[NotebookNode], kernelspec: Mapping[str, str] = KERNEL) -> NotebookNode:
    """Return a notebook with these cells, in Python by default, and with reproducible cell ids."""
    cells = list(cells)
    for number, each in enumerate(cells):
        each["id"] = f"cell-{number}"
    return new_notebook(cells=cells, metadata={"kernelspec": dict(kernelspec)})


def write_course(
    folder: Path,
    assignment: str,
    notebooks: Mapping[str, NotebookNode],
    config: str,
    beside: Mapping[str, bytes] = NOTHING,
) -> Path:
    """Write a course as it is before the release; return its folder.

    `notebooks` are those of its only assignment, by name, and `beside` its other files, by path.
    `config` is the text of nbgrader_config.py.
    """
    source = folder / "source" / assignment
    source.mkdir(parents=True)
    (folder / "nbgrader_config.py").write_text(config)
    for name, content in notebooks.items():
        nbformat.write(content, source / f"{name}.ipynb")
    for name, data in beside.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes(data)
    return folder


def make_course(
    folder: Path,
    assignment: str,
    notebooks: Mapping[str, NotebookNode],
    config: str,
    beside: Mapping[str, bytes] = NOTHING,
) -> Path:
    """Write a course as `write_course` does, then generate the assignment with nbgrader."""
    write_course(folder, assignment, notebooks, config, beside)
    run_nbgrader(folder, "generate_assignment", assignment)
    return folder
