"""Make courses for tests: cells with nbgrader's metadata, notebooks of them, and a release.

Entry points: `cell`, `notebook`, `write_course`, `make_course`.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import nbformat
from commands import run_nbgrader
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
NOTHING: Mapping[str, bytes] = {}


def cell(
    grade_id: str,
    source: str,
    new_cell: Callable[..., NotebookNode] = new_code_cell,
    points: float | None = None,
    **kinds: bool,
) -> NotebookNode:
    """A cell that nbgrader knows; `kinds` are those of its flags that are true.

    A test cell is `grade` and `locked`, an answer `solution`, one that a person grades both `grade`
    and `solution`, and one that is given `locked`.
    """
    nbgrader = {"grade": False, "solution": False, "locked": False, "task": False} | kinds
    nbgrader |= {"grade_id": grade_id, "schema_version": 3}
    if points is not None:
        nbgrader["points"] = points
    return new_cell(source, metadata={"nbgrader": nbgrader})


def notebook(cells: Iterable[NotebookNode], kernelspec: Mapping[str, str] = KERNEL) -> NotebookNode:
    """A notebook of the cells, in Python if not said otherwise, with ids that stay the same."""
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
    """Write a course as its instructor has it before the release; return its folder.

    Parameters
    ----------
    folder
        Where to; it is made.
    assignment
        The name of its one assignment.
    notebooks
        Those of the assignment, by name.
    config
        The text of nbgrader_config.py.
    beside
        Other files of the assignment, by name.
    """
    source = folder / "source" / assignment
    source.mkdir(parents=True)
    (folder / "nbgrader_config.py").write_text(config)
    for name, content in notebooks.items():
        nbformat.write(content, source / f"{name}.ipynb")
    for name, data in beside.items():
        (source / name).write_bytes(data)
    return folder


def make_course(
    folder: Path,
    assignment: str,
    notebooks: Mapping[str, NotebookNode],
    config: str,
    beside: Mapping[str, bytes] = NOTHING,
) -> Path:
    """The same, with the release made and the assignment in the gradebook."""
    write_course(folder, assignment, notebooks, config, beside)
    run_nbgrader(folder, "generate_assignment", assignment)
    return folder
