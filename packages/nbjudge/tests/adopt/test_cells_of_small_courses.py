"""The cells of the small courses become what IPython makes of them, with and without IPython."""

import re

import pytest
from IPython.core.inputtransformer2 import TransformerManager

from nbisolate.processes.name_analysis import plain_python
from nbisolate.processes.shell import Transformer
from nbjudge_testing.small_courses import code_cells

SOURCES = code_cells()


def test_there_are_many():
    assert len(SOURCES) > 150


def test_plain_python():
    for source in SOURCES:
        try:  # IPython leaves out the blanks of a blank line at the end
            plain = re.sub(r"^[ \t]+$", "", plain_python(source), flags=re.MULTILINE)
        except SyntaxError:
            with pytest.raises(SyntaxError):
                TransformerManager().transform_cell(source)
            continue
        stock = TransformerManager().transform_cell(source)
        assert plain == re.sub(r"^[ \t]+$", "", stock, flags=re.MULTILINE)


def test_the_judges_transformer():
    for source in SOURCES:
        assert Transformer().transform_cell(source) == TransformerManager().transform_cell(source)
