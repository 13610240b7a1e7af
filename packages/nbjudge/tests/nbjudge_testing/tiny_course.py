"""A course with one small assignment, for tests of nbgrader's pages.

Entry points: `make_course`, `submission`, `submit`, `autograded`, `change_autograded`.
"""

from pathlib import Path

import nbformat
from nbformat.v4 import new_markdown_cell

from nbjudge_testing import courses, sample_course

TINY = "tiny"
NOTEBOOK = "doubling"

DOUBLE = """\
def double(x):
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION
"""
TEST_VALUES = """\
assert double(1) == 2, "Twice 1 is 2."
### BEGIN HIDDEN TESTS
def hidden_helper(hidden_value):
    assert double(hidden_value) == 2 * hidden_value, "Twice a large number is wrong."

hidden_helper(31337)
### END HIDDEN TESTS
"""
TEST_HELPER = """\
# The helper comes from the hidden part of the cell above.
hidden_helper(-1)
"""
TEST_AWARDS = """\
from IPython.display import SVG, display

circle = "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='60'><circle r='50'/></svg>"
display(SVG(circle))
### BEGIN HIDDEN TESTS
from nbjudge import Awards

awards = Awards(of=3)
if double(1) == 2:
    awards.give("small numbers", 1, "Twice 1 is right.")
hidden_answer = double(27182)
if hidden_answer == 54364:
    awards.give("large numbers", 2, "Twice a large number is right.")
else:
    awards.miss("large numbers", 2, "Twice a <large> number is wrong.")
awards
### END HIDDEN TESTS
"""
# Texts of hidden tests. None of them may occur in a student's feedback.
SECRETS = ("hidden_value", "hidden_answer", "31337", "27182", "54364", "== 2 *", "HIDDEN TESTS")


def make_course(folder: Path, config: str = "", change=str) -> Path:
    """Make a course in the new `folder` with the sample course's configuration; return the folder.

    `config` is added to nbgrader_config.py. `change` maps the source of each test cell above to the
    one to use. The gradebook contains the assignment `tiny`.
    """
    test = {"grade": True, "locked": True}
    cells = [
        new_markdown_cell("Write `double`, with $2x$ for $x$."),
        courses.cell("double", DOUBLE, solution=True),
        courses.cell("test-double-values", change(TEST_VALUES), points=2, **test),
        courses.cell("test-double-helper", change(TEST_HELPER), points=1, **test),
        courses.cell("test-double-awards", change(TEST_AWARDS), points=3, **test),
        courses.cell("writeup", "Why?", new_markdown_cell, 4, grade=True, solution=True),
    ]
    config = sample_course.CONFIG + config
    return courses.make_course(folder, TINY, {NOTEBOOK: courses.notebook(cells)}, config)


def submission(course: Path, answer: str, writeup="Because.", extra=()) -> nbformat.NotebookNode:
    """Return the released notebook with an answer, a write-up, and the cells `extra` at the end."""
    notebook = nbformat.read(course / "release" / TINY / f"{NOTEBOOK}.ipynb", as_version=4)
    cell_of(notebook, "double").source = answer
    cell_of(notebook, "writeup").source = writeup
    notebook.cells.extend(extra)
    return notebook


def submit(course: Path, student: str, notebook: nbformat.NotebookNode) -> None:
    """Write a notebook into the submitted folder of `student`."""
    folder = course / "submitted" / student / TINY
    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / f"{NOTEBOOK}.ipynb")


def cell_of(notebook: nbformat.NotebookNode, grade_id: str) -> nbformat.NotebookNode:
    return next(
        cell
        for cell in notebook.cells
        if cell.metadata.get("nbgrader", {}).get("grade_id") == grade_id
    )


def autograded(course: Path, student: str) -> Path:
    """Return the path of the autograded notebook of `student`."""
    return course / "autograded" / student / TINY / f"{NOTEBOOK}.ipynb"


def change_autograded(course: Path, student: str, change) -> None:
    """Let `change` modify the autograded notebook of `student`."""
    path = autograded(course, student)
    path.chmod(0o644)
    notebook = nbformat.read(path, as_version=4)
    change(notebook)
    nbformat.write(notebook, path)
