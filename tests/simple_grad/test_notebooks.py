"""Every cell of simple-grad runs, and the numbers that its text speaks of are those it prints.

Oracles: the numbers were worked out by hand or by torch; the notebooks' own cells print them.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from assignments import read_assignments
from places import ROOT

RUNNER = Path(__file__).with_name("run_cells.py")
TASKS = read_assignments()["simple-grad"].tasks
EACH_NOTEBOOK = pytest.mark.parametrize(
    "task", [pytest.param(t, marks=getattr(pytest.mark, t.mark), id=t.name) for t in TASKS]
)
# {notebook: {cell: parts of what it prints}}: what the text before or after the cell relies on.
PRINTED = {
    "1-tape": {
        "lines": ["v0 = mul(a, b)\nv1 = mul(v0, a)", "12.0"],
        "propagate": ["2.0", "6.0"],
        "none": ["'a': tensor(4.)", "'b': None"],
        "walk": ["tensor(1024.)", "lines asked: 10", "ask 1023 lines"],
    },
    "2-operators": {
        "moons": ["22 lines a step", "After 500 steps 100 of 100 points are right."],
        "torch-too": ["between two weights: 0.0"],
        "no-reset": ["8800 lines after 400 steps"],
    },
    "3-twice": {
        "once": ["tensor([3., 4.])", "tensor([ 7., 10.])", "3 lines before, 7 after"],
        "twice": ["[14., 20.]", "[34., 48.]"],
        "asked": ["first:  ['sum_all', 'mul', 'add']\nsecond: ['add']"],
        "grows": ["2 lines; the value is 8.0", "12.0", "6.0", "lines; the derivative is None"],
        "frozen": [
            "your exp ['1.284', '1.284', '3.852', '8.988']",
            "frozen   ['1.284', '1.284', '2.568', 'None']",
        ],
        "taylor": ["[1.0, 0.0, -2.0, 0.0, 12.0, 0.0, -120.0, 0.0, 1680.0]"],
        "cost": ["3 numbers: 32 lines\n100 numbers: 32 lines"],
        "guard": ["PyTorch: one of the variables", "Yours: 164.87", "where the slope is 1.648"],
    },
    "4-aggregates": {
        "try-out": [
            "{'a': [3.0, 4.0], 'b': [7.0, 10.0]}",
            "{'a': [14.0, 20.0], 'b': [34.0, 48.0]}",
            "writes 4, the second 16",
        ],
        "tensor": ["A Variable meets a bare tensor here"],
        "again": ["[34.0, 48.0]", "writes 5, the second 16"],
        "undeclared": ["{'a': None, 'b': [20.0, 28.0]}", "writes 4, the second 15"],
        "zeros": ["[34.0, 48.0]", "writes 5, the second 20", "'g-'", "'-g'"],
        "declared": ["[34.0, 48.0]", "writes 4, the second 16", "'g-'", "'-g'"],
        "count": ["None  first 4, second 16", "None  first 4, second 11"],
        "torch-saved": ["[None, [20.0, 28.0]]", "gradcheck:     True", "gradgradcheck: False"],
        "torch-returned": ["pattern: g-\npattern: -g\n", "[[14.0, 20.0], [34.0, 48.0]]"],
    },
    "5-compiler": {
        "ast": ["True a True"],
        "text": ["return [d_t0, d_t0]", "[14., 20.]", "[34., 48.]"],
    },
}


def run_all(folder: Path, tmp_path: Path) -> dict[str, dict[str, list]]:
    """Run all notebooks of a copy of source/ or release/."""
    shutil.copytree(ROOT / folder, tmp_path / folder)
    finished = subprocess.run(
        [sys.executable, RUNNER, tmp_path / folder / "simple-grad"],
        capture_output=True,
        text=True,
        timeout=500,
    )
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    """What the cells of the notebooks with solutions print."""
    return run_all(Path("source"), tmp_path_factory.mktemp("solved"))


@pytest.fixture(scope="module")
def untouched(tmp_path_factory):
    """What the cells of the notebooks without answers print."""
    return run_all(Path("release"), tmp_path_factory.mktemp("untouched"))


@EACH_NOTEBOOK
def test_every_cell_runs(task, solved):
    failed = {cell: error for cell, (_, error) in solved[task.name].items() if error}
    assert failed == {}


@EACH_NOTEBOOK
def test_cells_print_the_numbers_of_the_text(task, solved):
    for cell, parts in PRINTED[task.name].items():
        printed = solved[task.name][cell][0]
        for part in parts:
            assert part in printed, f"{cell}: {printed}"


@EACH_NOTEBOOK
def test_where_nothing_is_written_only_checks_fail(task, untouched):
    failed = {cell: error for cell, (_, error) in untouched[task.name].items() if error}
    assert failed, "not even the checks fail"
    for cell, error in failed.items():
        assert cell.startswith("test-"), f"{cell}: {error}"
        # The second: a check of notebook 4 needs what notebook 1 makes.
        assert error.startswith("NotImplementedError: ")
        assert error.endswith(("This part is not written yet.", "write it, or bring it."))
