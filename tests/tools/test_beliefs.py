"""Answers that compute the same as a known wrong one share its belief, and others have none."""

import pytest
from mutants.beliefs import Group, compare, digest_of, known_beliefs
from mutants.outputs import type_and_text
from mutants.primer import BATTERIES

FUNCTION = "second_backward_fails"
RELU_SAVES_NOTHING = """
def second_backward_fails(operations):
    for operation in operations:
        if operation == "multiply" or operation == "exp" or operation == "sin":
            return True
    return False
"""
# It differs from the known wrong answers only on lists of three operations.
UNKNOWN = """
def second_backward_fails(operations):
    saving = [name for name in operations if name in ("multiply", "exp", "sin", "relu")]
    return 0 < len(saving) < 3
"""
RIGHT = """
def second_backward_fails(operations):
    return not set(operations) <= {"add", "minus", "sum", "reshape"}
"""


def digest(text, function=FUNCTION):
    return digest_of("primer", function, text)


@pytest.fixture(scope="module")
def known():
    return known_beliefs("primer", FUNCTION)


def test_another_wording_of_a_known_mistake_has_its_belief(known):
    assert known[digest(RELU_SAVES_NOTHING)] == [
        "The slope of relu is 0 or 1, so relu saves nothing."
    ]


def test_an_unknown_mistake_and_a_right_answer_have_no_belief(known):
    assert digest(UNKNOWN) not in known
    assert digest(RIGHT) not in known
    assert digest(UNKNOWN) != digest(RIGHT)


def test_known_answers_with_different_outputs_have_different_digests(known):
    assert len(known) > 5
    assert all(beliefs for beliefs in known.values())


def test_students_with_equal_outputs_are_a_group(known):
    mine = digest(RELU_SAVES_NOTHING)
    other = digest(UNKNOWN)
    digests = {"ada": other, "bob": mine, "cy": other, "di": None, "eve": digest(RIGHT)}
    assert compare(digests, known) == [
        Group(["ada", "cy"], []),
        Group(["bob"], ["The slope of relu is 0 or 1, so relu saves nothing."]),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "def second_backward_fails(operations)\n",
        "def second_backward_fails(operations):\n"
        '    raise NotImplementedError("This part is not written yet.")\n',
        "def second_backward_fails(operations):\n    return fails(operations)\n",
        "import os\n\ndef second_backward_fails(operations):\n    os._exit(0)\n",
    ],
    ids=["empty", "syntax", "stub", "no name", "exit"],
)
def test_an_answer_that_computes_nothing_has_no_digest(text):
    assert digest(text) is None


def test_errors_of_one_type_with_unlike_texts_are_unlike():
    raising = 'def second_backward_fails(operations):\n    raise RuntimeError("{}")\n'
    first = digest(raising.format("element 0 of tensors does not require grad"))
    assert first != digest(raising.format("trying to backward a second time"))
    assert first == digest(raising.format("element 7 of tensors does not require grad"))


def test_numbers_in_the_text_of_an_error_do_not_count():
    first = type_and_text(ValueError("size [2, 3]\nat 0x7f01, 1.5e-07"))
    assert first == type_and_text(ValueError("size [14, 3] at 0x7fab, 2"))
    assert first == "ValueError: size [#, #] at #, #"


def test_the_battery_asks_for_all_lists_of_up_to_three_operations():
    asked = []
    for thunk in BATTERIES[FUNCTION](asked.append):
        thunk()
    assert len({tuple(operations) for operations in asked if len(operations) <= 3}) == 584


def test_the_battery_of_descents_has_a_steep_slope():
    """On gentle slopes, an answer that clips its gradient looks right."""
    clips = """
def descend(loss_of, w, steps, rate):
    for _ in range(steps):
        w = w.detach().clone().requires_grad_()
        loss_of(w).backward()
        with torch.no_grad():
            w = w - rate * w.grad{}
    return w.detach().clone()
"""
    assert digest(clips.format(""), "descend") != digest(clips.format(".clamp(-50, 50)"), "descend")
