"""A test cell changes nothing that a later cell of the notebook reads.

nbgrader, the benchmark of the bare cells and a run with all tests run a notebook in one namespace:
a learner's cell would then compute with a hidden test's variable.
"""

import json

import pytest
from support.paths import SOURCE

from nbisolate.cells import bound_names, imported_names, names_read

NOTEBOOKS = sorted(SOURCE.glob("*/*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_no_test_cell_rebinds_a_name_that_a_later_cell_reads(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    bound = set()  # by cells that are no tests
    rebound = {}  # the test cell that has bound such a name since
    read = []
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        source = "".join(cell["source"])
        names = bound_names(source)
        about = cell["metadata"].get("nbgrader", {})
        if about.get("grade") and not about["solution"]:
            # An import binds the same module again.
            names -= imported_names(source)
            rebound |= dict.fromkeys(names & bound, cell["id"])
            continue
        # A cell that binds a name most often does so before it reads it.
        for name in (names_read(source) - names) & rebound.keys():
            read.append(f"{cell['id']} reads {name}, which {rebound[name]} has bound")
        bound |= names
        for name in names & rebound.keys():
            del rebound[name]
    assert bound
    assert read == []
