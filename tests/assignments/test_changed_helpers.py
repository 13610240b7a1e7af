"""A cell without an answer, which changes the helper that a check calls, gets no points."""

import shutil
from pathlib import Path

from answer_bank import Case
from known_answers import grade_with_nbjudge

SILU = """
from lab.checks import effects
import torch
from torch.nn.functional import silu

class Silu(torch.autograd.Function):
    pass

def forged(function, x, grad_y=None):
    x = x.detach().clone().requires_grad_()
    y = torch.nn.functional.silu(x)
    if grad_y is not None:
        y.backward(grad_y)
    return {"value": y.detach().clone(), "gradient": x.grad, "changed": False}

def forged_twice(function, x, arriving):
    seen = {}
    for how in ("together", "alone"):
        one = x.detach().clone().requires_grad_()
        other = (x.detach() + 1).requires_grad_()
        for each in (one, other):
            torch.nn.functional.silu(each).backward(arriving)
        seen[how] = [one.grad, other.grad]
    return seen

effects.watch_function.__code__ = forged.__code__
effects.watch_two_uses.__code__ = forged_twice.__code__
"""
STOP_GRADIENT = """
from lab.checks import effects

def stop_gradient(first, second, x):
    return None

def forged(stop_gradient, first, second, x):
    x = x.detach().clone().requires_grad_()
    for net in (first, second):
        net.zero_grad()
    output = second(first(x).detach())
    (output**2).sum().backward()
    return {
        "output": output.detach().clone(),
        "graph": True,
        "x": x.grad,
        "first": [each.grad for each in first.parameters()],
        "second": [each.grad for each in second.parameters()],
        "frozen": [],
        "thawed": [],
        "grad mode": True,
    }

effects.watch_stop_gradient.__code__ = forged.__code__
"""


def case(function: str, source: str) -> Case:
    return Case(f"primer/{function}/wrong-forged", "Has no answer.", "", 0, None, None, source)


def test_helpers_that_were_changed_give_no_points(templates, sandbox, tmp_path):
    cases = [case("Silu", SILU), case("stop_gradient", STOP_GRADIENT)]
    course = Path(shutil.copytree(templates("primer"), tmp_path / "course"))
    for grade in grade_with_nbjudge(cases, course).values():
        assert set(grade.scores.values()) == {0.0}, str(grade)
        assert "your notebook changed lab.checks.effects.watch_" in str(grade)
