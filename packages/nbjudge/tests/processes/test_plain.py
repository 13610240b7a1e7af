"""A cell without magics is what IPython makes of it, and plain Python does not wait for IPython."""

import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from IPython.core.inputtransformer2 import TransformerManager

from nbjudge.processes.name_analysis import plain_python
from nbjudge_testing.small_courses import code_cells

SOURCES = code_cells()
LINES = ["", " ", "\n", "\r\n", "\x0c", "x = 1", "  y", "... ", ">>> z", "In [1]: a", "%time b"]
LINES += ["!ls", "f?", "x = %d", "# c", '"""', "\\", "\u2028"]


def same(source):
    def said(function):
        try:  # IPython leaves out the blanks of a blank line at the end
            return re.sub(r"^[ \t]+$", "", function(source), flags=re.MULTILINE)
        except SyntaxError:
            return SyntaxError

    stock = said(TransformerManager().transform_cell)
    assert said(plain_python) == stock


def test_the_cells_of_small_courses():
    assert len(SOURCES) > 150
    for source in SOURCES:
        same(source)


@pytest.mark.filterwarnings("ignore:`make_tokens_by_line`")
@given(st.lists(st.sampled_from(LINES), max_size=5), st.sampled_from(["", "\n"]))
def test_whatever_a_cell_begins_with(lines, between):
    same(between.join(lines))


def test_grading_imports_nothing_that_a_plain_notebook_does_not_need():
    """Half a second of the start: IPython is for magics, rich for a terminal."""
    code = (
        "from nbjudge.cli import load_course; load_course('', []); import nbjudge.grading.run;"
        "from nbjudge.processes.name_analysis import read_test; read_test('assert 1');"
        "import sys; print({'IPython', 'arrow', 'rich', 'webcolors'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"
