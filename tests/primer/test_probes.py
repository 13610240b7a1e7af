"""The helpers that run an answer to the primer keep the tensors of a check as they were."""

import pytest
import torch
from support.notebook_imports import importing
from support.paths import SOURCE


@pytest.fixture(scope="module")
def probes():
    with importing(SOURCE / "primer") as load:
        yield load("checks.effects")


class InPlace(torch.autograd.Function):
    """Twice x, by a backward that doubles what arrives in place."""

    @staticmethod
    def forward(ctx, x):
        return 2 * x

    @staticmethod
    def backward(ctx, grad_output):
        grad_output *= 2
        return grad_output


def test_a_backward_that_works_in_place_does_not_change_what_a_check_compares_with(probes):
    """Otherwise nbgrader on its own, which has one process for both, would take another point."""
    x, arriving = torch.tensor([-1.0, 0.0, 2.0]), torch.tensor([1.0, 10.0, 100.0])
    seen = probes.watch_function(InPlace, x, arriving)
    assert seen["gradient"].tolist() == [2.0, 20.0, 200.0]
    assert arriving.tolist() == [1.0, 10.0, 100.0]
