"""programs.py: the text of a program is valid Python whose flags are the right ones.

Oracle: PyTorch's own flags after the steps of the program, done one by one here.
"""

import pytest
import torch
from support.notebook_imports import importing
from support.paths import SOURCE
from torch import nn

KINDS = ["detach", "no_grad", "long", "freeze"]


@pytest.fixture(scope="module")
def programs():
    with importing(SOURCE / "primer") as load:
        yield load("programs")


def do(program):
    """Return {name: tensor} after the steps of a program."""
    tensors = {}
    for name, how, inputs in program:
        values = [tensors[each] for each in inputs]
        with torch.set_grad_enabled(how != "no_grad"):
            if how == "tensor":
                tensors[name] = torch.tensor(2.0)
            elif how == "parameter":
                tensors[name] = nn.Parameter(torch.tensor(2.0))
            elif how in ("multiply", "no_grad"):
                tensors[name] = values[0] * values[1]
            elif how == "freeze":
                tensors[name] = values[0].requires_grad_(False)
            else:
                tensors[name] = getattr(values[0], how)()
    return tensors


def flags(tensors):
    """Return {name: (requires_grad, is_leaf)}."""
    return {name: (each.requires_grad, each.is_leaf) for name, each in tensors.items()}


@pytest.mark.parametrize("seed", range(60))
def test_the_text_of_a_program_runs_and_has_its_flags(programs, seed):
    program = programs.random_program(seed, KINDS[: 1 + seed % len(KINDS)], length=12)
    names = {"torch": torch, "nn": nn}
    exec(programs.text_of(program), names)
    made = {name: value for name, value in names.items() if isinstance(value, torch.Tensor)}
    assert flags(made) == flags(do(program))
    assert len(programs.text_of(program).splitlines()) == len(program)


def test_the_random_programs_have_steps_of_each_kind(programs):
    kinds = {how for seed in range(60) for _, how, _ in programs.random_program(seed, KINDS)}
    assert kinds == {"tensor", "parameter", "multiply", *KINDS}
