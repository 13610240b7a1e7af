"""Imports of an older edition's submission are followed to where the modules are now."""

import courses
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from nbjudge.plugins.moved import FollowMoves

OLD = """\
import math, show
from show import show as drawn
if drawn:
    import draw as d  # an indented one
import draw
from showing import other
print("from show import x")
"""
NEW = """\
import math, show
from lab.show import show as drawn
if drawn:
    from lab import draw as d  # an indented one
from lab import draw
from showing import other
print("from show import x")
"""


IMPORTS = "import lab.show\nfirst = 1"
PLACE = {"nbgrader": {"assignment": "ps", "notebook": "one"}}


def followed(*cells, **traits):
    notebook = courses.notebook(cells)
    found, _ = FollowMoves(**traits).preprocess(notebook, PLACE)
    return [cell.source for cell in found.cells]


def test_imports_of_the_student_are_followed_and_locked_cells_are_not_touched():
    cells = [
        new_code_cell(OLD),
        new_markdown_cell("from show import show"),
        courses.cell("test", "from lab.show import check\nfrom show import x", locked=True),
    ]
    moved, imports = {"show": "lab", "draw": "lab"}, {"ps/one": IMPORTS, "ps/two": "import os"}
    found = followed(*cells, moved=moved, imports=imports)
    assert found == [f"{IMPORTS}\n\n{NEW}", cells[1].source, cells[2].source]


@pytest.mark.parametrize("newer", ["from lab.draw import draw", "import lab", "from lab import x"])
def test_a_notebook_of_the_newer_edition_is_left_as_it_is(newer):
    cells = [new_code_cell(newer), new_code_cell(OLD)]
    found = followed(*cells, moved={"show": "lab"}, imports={"ps/one": IMPORTS})
    assert found == [newer, OLD]


def test_without_moves_nothing_changes():
    assert followed(new_code_cell(OLD), moved={}) == [OLD]
