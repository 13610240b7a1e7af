"""Small courses for tests of `nbjudge check` and `init`, written as Python files.

A file in `tests/adopt/courses/<assignment>/` is a notebook. Each line `# %% kind name points`
begins a cell:

- `# %%` a cell unknown to nbgrader, `# %% markdown` one of text (its lines begin with `#`),
- `# %% given NAME` a locked cell, `# %% solution NAME` a solution,
- `# %% test NAME POINTS` a test cell, `# %% manual NAME POINTS` and
  `# %% manual-text NAME POINTS` code and text that a person grades.

Entry points: `make_course`, `code_cells`.
"""

import re
from pathlib import Path

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

from nbjudge_testing import courses
from nbjudge_testing.paths import TESTS

COURSES = TESTS / "adopt" / "courses"
CELL = re.compile(r"^# %% ?(.*)\n", re.MULTILINE)
KINDS = {
    "given": {"locked": True},
    "solution": {"solution": True},
    "test": {"grade": True, "locked": True},
    "manual": {"grade": True, "solution": True},
    "manual-text": {"grade": True, "solution": True},
}


def make_course(folder: Path, assignment: Path, config: str = "") -> Path:
    """Make a course with one assignment as it is before the release; return the new `folder`.

    `assignment` is a folder of notebooks as Python files. `config` is added to nbgrader_config.py.
    """
    files = sorted(assignment.iterdir())
    notebooks = {path.stem: notebook_of(path.read_text()) for path in files if path.suffix == ".py"}
    beside = {
        path.stem if path.suffix == ".beside" else path.name: path.read_bytes()
        for path in files
        if path.suffix != ".py"
    }
    config = 'c = get_config()\nc.CourseDirectory.course_id = "small"\n' + config
    return courses.write_course(folder, assignment.name, notebooks, config, beside)


def code_cells() -> list[str]:
    """Return the sources of all code cells of all small courses."""
    return [
        cell.source
        for path in sorted(COURSES.glob("*/*.py"))
        for cell in notebook_of(path.read_text()).cells
        if cell.cell_type == "code"
    ]


def notebook_of(text: str) -> NotebookNode:
    """Parse the text of a Python file into a notebook."""
    _, *parts = CELL.split(text)
    return courses.notebook(_cell(*pair) for pair in zip(parts[::2], parts[1::2], strict=True))


def _cell(head: str, text: str) -> NotebookNode:
    kind, name, points, *_ = [*head.split(), "", "", ""]
    text = text.strip("\n")
    if kind in ("markdown", "manual-text"):
        text = re.sub(r"^# ?", "", text, flags=re.MULTILINE)
    new_cell = new_markdown_cell if kind in ("markdown", "manual-text") else new_code_cell
    if kind not in KINDS:
        return new_cell(text)
    return courses.cell(name, text, new_cell, float(points) if points else None, **KINDS[kind])
