"""Mutants of right answers: whatever behaves differently loses points.

Ten of them here, a hundred in `make soak`, all by `tools/mutants/run.py`. The way in which they are
judged is held to the answer bank here.
"""

import subprocess
import sys

import pytest
from answer_bank import load_cases
from mutants.judge import Notebook, enter, in_fork, points_of
from support.paths import ROOT

from nbjudge.mutants import mutants

CASES = [case for case in load_cases() if case.assignment == "autograd"]


@pytest.mark.parametrize("count", [10, pytest.param(100, marks=pytest.mark.soak)])
def test_mutants_leave_no_survivor(count):
    program = ROOT / "tools/mutants/run.py"
    command = [sys.executable, str(program), "autograd", f"--count={count}"]
    finished = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert f"autograd: {count} mutants" in finished.stdout


@pytest.mark.parametrize("case", CASES[::16], ids=lambda case: case.name)
def test_the_cells_alone_give_the_points_of_the_answer_bank(case):
    path = ROOT / "source/autograd" / f"{case.task.name}.ipynb"
    notebook = Notebook.read(path, case.function)
    points = in_fork(lambda: points_of(notebook, enter(notebook), case.source))
    assert notebook.points == case.task.functions[case.function]
    assert points is not None
    assert sum(points.values()) == case.points


def test_mutants_are_other_programs_and_none_is_there_twice():
    source = (
        "def f(a, b):\n    if a is None and b > 1:\n        return a + b\n    return [b, a][0]\n"
    )
    found = mutants(source)
    assert len(set(found)) == len(found) > 20
    assert source.strip() not in found
    for part in ("a is not None and", "or b > 1", "return a - b", "b >= 1", "[a, b]", "if True"):
        assert any(part in text for text in found), part
