"""What a test cell takes from the submission is named, and no more."""

from dataclasses import replace
from pathlib import Path

import nbformat
import pytest

from nbisolate import Outline
from nbisolate.cells import read_given
from nbjudge.adopt import printed
from nbjudge.adopt.borrowed_names import Surroundings, surroundings_of, taken_names
from nbjudge.gradebook.definition import CellDefinition, NotebookDefinition
from nbjudge.gradebook.source_notebooks import read_outline
from nbjudge_testing.small_courses import notebook_of

GIVEN = """
import numpy as np
import os
from helper import agree
def shown(x):
    return x
"""
SOLUTION = "import json\ndef f(x):\n    return x"


def around(folder, tests, given=GIVEN):
    (folder / "helper.py").write_text("def agree(a, b):\n    return a == b\n")
    outline = Outline(read_given([(given, False), (SOLUTION, True)]))
    return Surroundings([given], [SOLUTION], outline, tests, folder)


def test_each_name_says_where_it_is_from(tmp_path):
    tests = {
        "own": "assert np.allclose(f(2), 2)",
        "helper": "assert agree(f(2), 2)",
        "files": "assert os.path.exists(f('a'))",
        "given": "assert f(shown(1)) == 1",
        "solution": "assert json.dumps(f(1)) == '1'",
        "patched": "np.linalg.inv = None\nf(1)",
        "local": "def check(agree, shown):\n    return [os for os in agree]\nassert check([1], f)",
        "imports": "from helper import agree as same\nassert same(f(1), 1)",
    }
    assert taken_names(around(tmp_path, tests)) == {
        "helper": {"agree": "from helper, which runs in the submission's process"},
        "files": {"os": "from os, which reports on the submission's process"},
        "given": {"shown": "defined in an instructor cell"},
        "solution": {"json": "imported by a solution cell"},
        "patched": {"np": "a module that the cell patches"},
    }


BOUND_IN_TURN = """
# %% given imports
from helper import agree
# %% solution f
def f(x):
    return x
# %% test before 1
assert agree(f(2), 2)
# %% test binds 1
from helper import agree as agree
# %% test after 1
assert agree(f(2), 2)
# %% given again
from helper import agree
# %% test at_last 1
assert agree(f(2), 2)
"""


@pytest.mark.parametrize(
    ("in_process", "takes"),
    [([], {"before", "at_last"}), (["binds"], {"before", "after", "at_last"})],
)
def test_a_name_that_a_test_cell_binds_last_is_not_the_submissions(tmp_path, in_process, takes):
    (tmp_path / "helper.py").write_text("def agree(a, b):\n    return a == b\n")
    path = tmp_path / "problem.ipynb"
    notebook = notebook_of(BOUND_IN_TURN)
    nbformat.write(notebook, path)
    cells = {
        name: CellDefinition(name, "code", cell.source, "", True, 1.0, False, False)
        for cell in notebook.cells
        if cell.metadata.nbgrader.grade and (name := cell.metadata.nbgrader.grade_id)
    }
    definition = NotebookDefinition("problem", None, cells, read_outline(path, ()))
    around = surroundings_of(path, definition, in_process)
    assert set(taken_names(around)) == takes


def test_an_import_under_if_is_the_submissions(tmp_path):
    given = "if True:\n    import math\n"
    tests = {"one": "assert math.isclose(f(2), 2)"}
    assert taken_names(around(tmp_path, tests, given)) == {
        "one": {"math": "defined in an instructor cell"}
    }


def test_what_a_function_of_another_test_cell_reads_counts(tmp_path):
    tests = {
        "tools": "def both(x):\n    return inner(x)\ndef inner(x):\n    return agree(f(x), x)",
        "one": "assert both(2)",
        "imports": "from helper import agree\nassert both(2)",
        "own": "def both(x):\n    return f(x) == x\nassert both(2)",
    }
    bare = around(tmp_path, tests)
    withheld = {
        "tools": set(),
        "one": {"both", "inner"},
        "imports": {"both", "inner"},
        "own": {"both", "inner"},
    }
    taken = taken_names(replace(bare, withheld=withheld))
    phrase = "from helper, which runs in the submission's process"
    assert taken == {"tools": {"agree": phrase}, "one": {"agree": phrase}}


def test_the_file_that_runs_answers_is_no_more_than_the_answer_unless_it_was_changed(tmp_path):
    given = "from printed import run\n"
    tests = {"one": "assert run(f, 1).returned == 1"}
    path = tmp_path / "printed.py"
    path.write_bytes(Path(printed.__file__).read_bytes())
    assert taken_names(around(tmp_path, tests, given)) == {}
    path.write_text("def run(function):\n    return True\n")
    assert set(taken_names(around(tmp_path, tests, given))) == {"one"}
