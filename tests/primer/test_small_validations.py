"""All small networks of `validate`: the smallest mistake, when work is graded."""

import json

import pytest
import torch
from support.notebook_imports import importing
from support.paths import SOURCE


@pytest.fixture(scope="module")
def validations():
    """The module of the lab that holds the networks."""
    with importing(SOURCE / "primer") as load:
        yield load("checks.small_validations")


@pytest.fixture(scope="module")
def validate():
    """The reference solution."""
    names = {"torch": torch}
    path = SOURCE / "primer/5-training.ipynb"
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["id"] == "validate":
            exec("".join(cell["source"]), names)
    return names["validate"]


def wakes_all(net, loss_fn, batches):
    """Leave every layer in training mode."""
    net.eval()
    with torch.no_grad():
        losses = [loss_fn(net(x), y).item() for x, y in batches]
    net.train()
    return sum(losses) / len(losses)


def test_the_reference_solution_is_right_on_all_small_networks(validations, validate):
    assert validations.watch_smallest(validate) is None
    validations.check_smallest(None)


def test_the_judge_says_the_smallest_network(validations):
    number, watched = validations.watch_smallest(wakes_all)
    assert validations.text_of(validations.all_cases()[number]) == "Louder in evaluation mode"
    with pytest.raises(validations.CheckFailed, match=r"^Louder in evaluation mode: "):
        validations.check_smallest((number, watched))


def test_a_loop_without_end_is_a_sentence(validations):
    def hangs(net, loss_fn, batches):
        while True:
            pass

    with pytest.raises(validations.CheckFailed, match=r"^Louder: it ran 20,000 lines and did not"):
        validations.check_smallest(validations.watch_smallest(hangs))


def test_a_stub_is_not_searched(validations):
    def stub(net, loss_fn, batches):
        raise NotImplementedError("This part is not written yet. When it is, delete this line.")

    with pytest.raises(NotImplementedError):
        validations.watch_smallest(stub)
