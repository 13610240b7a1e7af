"""The line below the title of a released notebook: the order of assignments, and the due date."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from nbjudge_testing import courses
from nbjudge_testing.commands import run_nbgrader

CONFIG = """
from nbgrader.converters.generate_assignment import GenerateAssignment
c = get_config()
c.CourseDirectory.root = {root!r}
c.GenerateAssignment.preprocessors = [
    *GenerateAssignment.preprocessors.default(),
    "nbjudge.AssignmentHeader"
]
c.AssignmentHeader.assignments = {order}
"""
ORDER = ["first", "lab"]


@pytest.mark.parametrize(
    ("order", "due", "line"),
    [
        (ORDER, None, "*Assignment 2 of 2: first, **lab**.*"),
        (ORDER, "2026-12-04 17:00:00 UTC", "*Assignment 2 of 2: first, **lab**. Due on Friday, "
         "4 December 2026, 17:00 UTC.*"),
        ([], "2026-12-04 17:00:00 UTC", "*Due on Friday, 4 December 2026, 17:00 UTC.*"),
        ([], None, None),
    ],
)  # fmt: skip
def test_a_released_notebook_says_where_it_stands(order, due, line, tmp_path):
    config = CONFIG.format(root=str(tmp_path / "course"), order=order)
    notebooks = {
        "1": courses.notebook([new_markdown_cell("# A title\n\nText."), new_code_cell("1")]),
        "2": courses.notebook([new_code_cell("# no heading")]),
        "3": courses.notebook([new_markdown_cell("No heading")]),
    }
    course = courses.write_course(tmp_path / "course", "lab", notebooks, config)
    if due:
        run_nbgrader(course, "db", "assignment", "add", "lab", f"--duedate={due}")
    run_nbgrader(course, "generate_assignment", "lab")

    def first(name):
        return nbformat.read(course / "release/lab" / f"{name}.ipynb", 4).cells[0].source

    title = "# A title\n\nText."
    assert first("1") == (title if line is None else f"# A title\n\n{line}\n\nText.")
    assert (first("2"), first("3")) == ("# no heading", "No heading")
