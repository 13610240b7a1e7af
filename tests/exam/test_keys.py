"""Each key is what PyTorch does, and a wrong one is noticed."""

import dataclasses
import random

import beliefs
import pytest
from question import WrongKeyError, number, typical
from tasks import KINDS, bug, gradients

QUESTIONS = [(kind, number) for kind in KINDS for number in range(8)]


@pytest.mark.parametrize(("kind", "number"), QUESTIONS)
def test_pytorch_agrees_with_the_key(kind, number):
    KINDS[kind].check(KINDS[kind].draw(random.Random(number)))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("bug", "orders")])
def test_a_wrong_answer_in_the_key_is_noticed(kind):
    question = KINDS[kind].draw(random.Random(1))
    for place, answer in enumerate(question.answers):
        answers = list(question.answers)
        answers[place] = dataclasses.replace(answer, right="7.5")
        with pytest.raises(WrongKeyError, match=r"7\.5"):
            KINDS[kind].check(dataclasses.replace(question, answers=answers))


def test_a_wrong_order_in_the_key_is_noticed():
    question = KINDS["orders"].draw(random.Random(1))
    names = question.answers[0].right.split()
    swapped = " ".join([names[1], names[0], *names[2:]])
    answer = dataclasses.replace(question.answers[0], right=swapped)
    with pytest.raises(WrongKeyError, match=f"nothing has arrived at {names[1]}"):
        KINDS["orders"].check(dataclasses.replace(question, answers=[answer]))


@pytest.mark.parametrize("fault", bug.ASKED)
def test_each_fault_shows_in_a_loop_and_no_other(fault):
    question = KINDS["bug"].draw(random.Random(3))
    healthy = question.facts["loops"]["A"]["healthy"]
    line, lines = bug.break_loop(healthy, fault)
    assert bug.faults_of("\n".join(lines)) == {fault}
    assert bug.faults_of("\n".join(healthy)) == set()
    assert lines[line - 1] != healthy[line - 1]


def test_a_fault_that_is_not_in_the_loop_is_noticed():
    question = KINDS["bug"].draw(random.Random(1))
    loop = question.facts["loops"]["A"]
    other = next(fault for fault in bug.ASKED if fault != loop["fault"])
    loops = {"A": {**loop, "fault": other}}
    with pytest.raises(WrongKeyError, match="loop A"):
        KINDS["bug"].check(dataclasses.replace(question, facts={"loops": loops}))


@pytest.mark.parametrize("kind", KINDS)
def test_no_typical_mistake_is_right(kind):
    for number_of_sheet in range(20):
        for answer in KINDS[kind].draw(random.Random(number_of_sheet)).answers:
            assert answer.right not in answer.mistakes
            for texts in answer.mistakes.values():
                assert texts and all(text.strip() for text in texts)


def test_gradients_of_a_belief_are_those_that_it_leads_to():
    """For y = a * b + a at a = 2, b = 3, and the upstream gradient 5."""
    steps = [
        gradients.Step("p", "mul", ("a", "b")),
        gradients.Step("y", "add", ("p", "a")),
    ]
    values = {"a": 2, "b": 3}
    leaves = {
        mistake: gradients.backward(steps, values, 5, mistake)[1]
        for mistake in ("", *gradients.BELIEFS)
    }
    assert leaves == {
        "": {"a": 20, "b": 10},
        "own value": {"a": 15, "b": 15},
        "ones arrive": {"a": 4, "b": 2},
        "last arrival": {"a": 15, "b": 10},
        "first arrival": {"a": 5, "b": 10},
        "mean": {"a": 10, "b": 10},
    }


def test_beliefs_are_the_words_of_the_answer_bank():
    words = beliefs.belief("autograd/run_backward/wrong-last-arrival")
    assert words == "A new gradient overwrites the one already there."
    with pytest.raises(FileNotFoundError):
        beliefs.belief("autograd/run_backward/wrong-nothing")
    with pytest.raises(ValueError, match="no line that begins with believes:"):
        beliefs.belief("autograd/run_backward/wrong-calls-backward")


def test_mistakes_that_give_the_right_value_are_left_out():
    assert typical(4, {"one": 4, "two": 2.5, "three": 2.5}) == {"2.5": ["two", "three"]}
    assert number(3.0) == "3"
