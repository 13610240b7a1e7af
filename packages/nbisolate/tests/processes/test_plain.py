"""A cell without magics is what IPython makes of it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from IPython.core.inputtransformer2 import TransformerManager

from nbisolate.processes.name_analysis import plain_python

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


@pytest.mark.filterwarnings("ignore:`make_tokens_by_line`")
@given(st.lists(st.sampled_from(LINES), max_size=5), st.sampled_from(["", "\n"]))
def test_whatever_a_cell_begins_with(lines, between):
    same(between.join(lines))
