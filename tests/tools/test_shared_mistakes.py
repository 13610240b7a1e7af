"""Answers that compute the same as a known wrong one share its mistake; others have a new one."""

import json
import os
from functools import partial

import pytest
from mutants.observing import type_and_text
from mutants.primer import BATTERIES
from mutants.sandboxed import Sandboxed
from mutants.shared_mistakes import (
    AS_RIGHT,
    Group,
    compare,
    digest_of,
    failed_answers,
    known_mistakes,
    lines_on,
)

FUNCTION = "second_backward_fails"
DESCRIPTION = 'Returns False for relu. "The slope of relu is 0 or 1, so relu saves nothing."'
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
    return known_mistakes("primer", FUNCTION)


def test_another_wording_of_a_known_mistake_has_its_description(known):
    assert known[digest(RELU_SAVES_NOTHING)] == [DESCRIPTION]


def test_an_unknown_mistake_has_no_description_and_what_is_right_is_said_to_be(known):
    assert digest(UNKNOWN) not in known
    assert known[digest(RIGHT)] == [AS_RIGHT]


def test_known_answers_with_different_outputs_have_different_digests(known):
    assert len(known) > 5
    assert all(mistakes for mistakes in known.values())


def test_students_with_equal_outputs_are_a_group(known):
    mine = digest(RELU_SAVES_NOTHING)
    other = digest(UNKNOWN)
    digests = {"ada": other, "bob": mine, "cy": other, "di": None, "eve": "alone"}
    assert compare(digests, known) == [
        Group(["ada", "cy"], []),
        Group(["bob"], [DESCRIPTION]),
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


@pytest.mark.parametrize("umask", [0o022, 0o077])
def test_the_sandbox_makes_the_same_digests(sandbox, umask, request):
    """The known answers are observed without one, because they are the course's own."""
    request.addfinalizer(partial(os.umask, os.umask(umask)))
    with Sandboxed() as sandboxed:
        for text in (RELU_SAVES_NOTHING, UNKNOWN):
            assert sandboxed.digest_of("primer", FUNCTION, text) == digest(text)
        assert sandboxed.digest_of("primer", FUNCTION, "def second_backward_fails(") is None


def test_answers_that_failed_a_check_with_points_are_read(tmp_path):
    error = {"output_type": "error", "ename": "E", "evalue": "", "traceback": []}
    write_graded(tmp_path, "ada", points=1, outputs=[error])
    write_graded(tmp_path, "bob", points=1, outputs=[])
    write_graded(tmp_path, "cy", points=0, outputs=[error])
    assert failed_answers(tmp_path, "primer") == {FUNCTION: {"ada": "the answer of ada"}}


def write_graded(course, student, points, outputs):
    """Write a graded notebook that holds an answer and one of its checks."""
    cells = [
        {"grade_id": FUNCTION, "source": f"the answer of {student}", "outputs": []},
        {"grade_id": f"test-{FUNCTION}-rows", "source": "", "points": points, "outputs": outputs},
    ]
    notebook = {
        "cells": [
            {
                "cell_type": "code",
                "metadata": {"nbgrader": cell},
                "source": cell["source"],
                "outputs": cell["outputs"],
            }
            for cell in cells
        ]
    }
    path = course / "autograded" / student / "primer/3-graphs-on-the-fly.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(notebook))


def test_a_new_mistake_is_printed_with_its_code():
    groups = [Group(["ada", "bob"], []), Group(["cy"], ["One.", "Another."])]
    answers = {"ada": "def f():\n    return 1 # \x1b[2J\n", "bob": "", "cy": "", "di": ""}
    assert list(lines_on("primer", FUNCTION, groups, answers)) == [
        f"{FUNCTION}: 4 failed, a known mistake in 1",
        "  2 compute the same, with a mistake that is new: ada, bob",
        "    def f():\n        return 1 # ?[2J",
        f"    To make it known, save it as answers/primer/{FUNCTION}/wrong-NAME.py (see "
        "docs/authors.md).",
        "  One. Or: Another. (cy)",
    ]
