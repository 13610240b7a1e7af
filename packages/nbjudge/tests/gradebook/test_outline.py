"""Imports of instructor cells are read from the notebook, or from its cells in the gradebook."""

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell

from nbjudge.gradebook.definition import CellDefinition
from nbjudge.gradebook.source_notebooks import read_outline
from nbjudge_testing import courses

CELLS = [
    new_code_cell("import math"),  # which nbgrader does not know
    courses.cell("given", "import numpy as np", locked=True),
    courses.cell("answer", "import json\ndef f(x):\n    return x", solution=True),
    courses.cell("test", "import torch\nassert f(1) == 1", points=1, grade=True, locked=True),
    new_markdown_cell("import this"),
]


def known():
    """The cells as the gradebook has them."""
    for cell in CELLS:
        if own := cell.metadata.get("nbgrader"):
            kinds = (own["locked"], own.get("points"), own["solution"], own["task"])
            yield CellDefinition(own["grade_id"], cell.cell_type, cell.source, "", *kinds)


def test_all_given_cells_of_the_notebook_count(tmp_path):
    path = tmp_path / "sheet.ipynb"
    nbformat.write(courses.notebook(CELLS), path)
    assert [each.name for each in read_outline(path, known()).given] == ["math", "np"]


def test_without_source_the_cells_count_that_the_gradebook_has(tmp_path):
    found = read_outline(tmp_path / "sheet.ipynb", known()).given
    assert {"np": "numpy"}.items() <= {each.name: each.module for each in found}.items()
    assert not {"math", "json"} & {each.name for each in found}
