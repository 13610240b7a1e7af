"""A shared test cell runs among the student's own objects, and leaves nothing behind."""

import pytest

from nbjudge.processes.engine import Cell, run_notebook
from nbjudge.processes.nursery import Nursery
from nbjudge.sandbox.limits import Limits

STUDENT = """
def squares(n): return [i * i for i in range(n)]
def total(n): return sum(squares(n))
"""


@pytest.fixture(scope="module")
def nursery():
    nursery = Nursery()
    yield nursery
    nursery.close()


@pytest.fixture
def run(nursery, tmp_path):
    """Run cells, given as source or as a pair of source and kind; return the outputs as text."""
    tmp_path.chmod(0o755)
    for name in ("judge", "student"):
        (tmp_path / name).mkdir()

    def run(*cells):
        finished = run_notebook(
            cells=[Cell(*cell) if isinstance(cell, tuple) else Cell(cell) for cell in cells],
            support=tmp_path / "judge",
            work=tmp_path / "student",
            limits=Limits(cell_seconds=2),
            sandboxed=True,
            nursery=nursery,
        )
        assert finished.reason is None
        return [[text_of(output) for output in outputs] for outputs in finished.outputs]

    return run


def text_of(output):
    if output["output_type"] == "error":
        return f"{output['ename']}: {output['evalue']}"
    return output.get("text") or output["data"]["text/plain"]


def shared(source):
    return source, "shared"


def test_what_a_shared_cell_changes_is_thrown_away(run):
    deletes = """
del squares
try:
    total(3)
except NameError:
    pass
else:
    raise AssertionError
total = None
"""
    texts = run(STUDENT, shared(deletes), ("assert total(3) == 5", "test"), "print(total(3))")
    assert texts == [[], [], [], ["5\n"]]


def test_what_a_shared_cell_shows_is_its_score(run):
    texts = run(
        STUDENT,
        shared("print('before')\nassert total(3) == 6, 'not the sum'"),
        shared("2.5"),
        shared("import os\nsize = os.write(1, b'raw')"),
        "1",
    )
    assert texts == [[], ["before\n", "AssertionError: not the sum"], ["2.5"], ["raw"], ["1"]]


def test_a_shared_cell_that_ends_or_hangs_has_failed(run):
    texts = run(
        STUDENT,
        shared("import os\nos._exit(0)"),
        shared("while True: pass"),
        shared("("),
        shared("get_ipython().showtraceback = lambda *a, **k: None\nassert False"),
        shared("assert total(3) == 5"),
    )
    assert texts[1] == ["Stopped: This cell has failed: the test cell ended its process."]
    assert texts[2] == ["Stopped: This cell has failed: stopped after 2 s."]
    assert texts[3][0].startswith(("SyntaxError", "_IncompleteInputError"))  # the latter since 3.13
    assert texts[4] == ["Stopped: This cell has failed: the test failed."]
    assert texts[5] == []


def test_a_shared_cell_finds_what_earlier_test_cells_have_bound(run):
    helper = "import math\nsecret = 5\ndef same(a, b): return math.isclose(a, b)"
    texts = run(
        STUDENT,
        (helper, "test"),
        shared("assert same(total(3), 5.0)\nassert 'secret' not in globals()"),
        ("assert secret == 5", "test"),
    )
    assert texts == [[], [], [], []]


def test_what_can_be_pickled_and_not_read_is_not_carried(run):
    """As a `MagicMock`; the cells after it run all the same."""
    binds = "from unittest import mock\nfake = mock.MagicMock()\nkept = [1]\nassert squares(2)"
    texts = run(STUDENT, shared(binds), shared("assert squares(3) == [0, 1, 4]"), shared("kept"))
    assert texts[:3] == [[], [], []]
