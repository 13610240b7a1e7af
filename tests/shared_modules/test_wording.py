"""The sentences of the checks: what was expected, in which digits, and with which article."""

import numpy as np
import pytest
import torch
from support.notebook_imports import importing
from support.paths import SOURCE

NAN = float("nan")


@pytest.fixture(scope="module")
def wording():
    """The module lab/wording.py, which is the same in all assignments."""
    with importing(SOURCE / "primer") as load:
        yield load("wording")


@pytest.mark.parametrize(
    ("want", "got", "words"),
    [
        (0.273379, 0.1786937, "expected 0.273379, got 0.1786937."),
        (3, 4, "expected 3, got 4."),
        (True, False, "expected True, got False."),
        (2**60, 2**60 + 1, f"expected {2**60}, got {2**60 + 1}."),
        ((2,), (2, 1), "expected (2,), got (2, 1)."),
        (None, 0.5, "expected None, got 0.5."),
        (torch.tensor([[1.0, -0.0]]), torch.tensor([[1.5, NAN]]), "expected [[1, 0]], got [[1.5, "),
        ("a dict", "a list", "expected a dict, got a list."),
        pytest.param(1.0, object(), "expected 1, got an object.", id="an object"),
    ],
    ids=str,
)
def test_the_place_comes_first_and_then_what_was_expected(wording, want, got, words):
    assert wording.expected("x", want, got).startswith(f"x: {words}")


@pytest.mark.parametrize("gap", [1e-3, 1e-8, 1e-15])
def test_the_digits_that_differ_are_shown(wording, gap):
    one = torch.tensor(1.0, dtype=torch.float64)
    for want, got in [(1.0, 1.0 + gap), (one, one + gap), ([1.0, 1.0], [1.0, 1.0 + gap])]:
        words = wording.expected("x", want, got)
        assert words.startswith("x: expected ")
        shown = words.removeprefix("x: expected ").removesuffix(".").split(", got ")
        assert shown[0] != shown[1]


def test_of_a_large_tensor_the_worst_entry_is_shown(wording):
    want = torch.arange(12.0).reshape(3, 4)
    got = want.clone()
    got[0, 1] += 0.5
    got[2, 3] -= 4
    assert wording.expected("x", want, got) == "x[2, 3]: expected 11, got 7."
    assert wording.expected("x", want[0], got[0]) == "x: expected [0, 1, 2, 3], got [0, 1.5, 2, 3]."


def test_a_float32_that_is_right_shows_no_rounding_in_a_list(wording):
    want = torch.tensor([0.1, 0.7]).double()
    got = torch.tensor([0.1, 0.9])
    assert wording.expected("x", want, got) == "x: expected [0.1, 0.7], got [0.1, 0.9]."


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (1, "an int"),
        (1.0, "a float"),
        (None, "None"),
        (torch.ones(1), "a tensor"),
        (np.ones(1), "a NumPy array"),
        (np.float32(1), "a NumPy float32"),
        (torch.nn.Linear(1, 1), "a Linear"),
    ],
    ids=str,
)
def test_a_kind_has_its_article(wording, value, kind):
    assert wording.kind_of(value) == kind
    assert wording.kind_returned(value).startswith(kind)


@pytest.mark.parametrize(
    ("number", "noun", "words"),
    [
        (1, "leaf", "1 leaf"),
        (2, "leaf", "2 leaves"),
        (0, "batch", "0 batches"),
        (3, "step", "3 steps"),
    ],
)
def test_a_number_has_its_noun(wording, number, noun, words):
    assert wording.counted(number, noun) == words


def test_long_tensors_are_cut(wording):
    assert wording.numbers(torch.tensor(2.5)) == "2.5"
    assert wording.numbers(torch.arange(9.0)) == "[0, 1, 2, 3, 4, 5, 6, 7, ...]"
