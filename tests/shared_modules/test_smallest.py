"""smallest.py: a function that hangs ends, what is printed never differs, and nothing else changes.

The modules with the cases of each task have tests of their own.
"""

import random
import subprocess
import sys

import numpy as np
import pytest
import torch
from support.hanging import FUNCTIONS
from support.notebook_imports import importing
from support.paths import ROOT, SOURCE


@pytest.fixture(scope="module")
def lab():
    """The modules of the lab that the tests need, by name."""
    with importing(SOURCE / "primer") as load:
        yield {"smallest": load("checks.smallest"), "wording": load("wording")}


def call(answer, case):
    return answer(case)


def text_or_none(case, record):
    """Return a record that is a text, as a sentence on a mistake."""
    return record if isinstance(record, str) else None


@pytest.fixture
def search(lab):
    """Search with an answer that is called with a number; return what is wrong, or None."""

    def search(answer, cases=range(3)):
        found = lab["smallest"].first_wrong(answer, cases, call, text_or_none)
        return found and found[1]

    return search


def test_each_function_that_hangs_ends_in_a_sentence():
    """They run in a process of their own, which is stopped if one of them does not end."""
    command = [sys.executable, ROOT / "tests/support/hanging.py"]
    done = subprocess.run(
        command, cwd=SOURCE / "primer", stdout=subprocess.PIPE, text=True, timeout=300, check=True
    )
    record = '[0, "it ran 20,000 lines and did not end."]'
    assert done.stdout.splitlines() == [f"{name}: {record}" for name in FUNCTIONS]


class Node:
    """Its text holds its address, as that of a node of PyTorch does."""


def raises_key_error(number):
    {}[Node()]


def raises_its_id(number):
    nodes = [Node()]
    raise ValueError(f"{id(nodes[0])} and node{id(nodes[0])} are unknown")


def raises_a_set(number):
    raise ValueError({f"node {name}" for name in "abcdefgh"})


def raises_a_frozen_set(number):
    {}[frozenset([Node(), Node()])]


def raises_a_random_number(number):
    raise ValueError(f"{torch.rand(1)}, {random.random()}, {np.random.rand()}")


@pytest.mark.parametrize(
    "answer",
    [
        raises_key_error,
        raises_its_id,
        raises_a_set,
        raises_a_frozen_set,
        raises_a_random_number,
    ],
)
def test_a_text_is_the_same_in_each_run(search, answer):
    # Two objects that are alive have different addresses.
    alive = []
    answers = [alive.append(Node()) or search(answer) for _ in range(3)]
    assert len(set(answers)) == 1 and answers[0].startswith("it raises ")
    assert not any(hex(id(each))[2:6] in answers[0] for each in alive)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<AddBackward0 object at 0x7f2b3c4d5e6f>", "<AddBackward0 object>"),
        ("key 140234866358912.", "key ...."),
        ("node_140234866358912 is unknown", "node_... is unknown"),
        ("hash -7523984750123456789", "hash ..."),
        ("in {'w', 'v'}", "in {...}"),
        ("in frozenset({<A object at 0x7f00>, <B object at 0x7f01>})", "in frozenset({...})"),
    ],
)
def test_addresses_ids_and_sets_are_left_out(lab, text, shown):
    assert lab["wording"].stable(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "expected 0.349085185, got 18.60632598400116",
        "it ran 20,000 lines; index 12345678",
        "size {[2, 3]} is not expandable to size {[3, 2]}",
        "{'a': 1, 'b': 2} and {0}",
    ],
)
def test_other_texts_stay(lab, text):
    assert lab["wording"].stable(text) == text


class Ends(BaseException):
    """An error that `except Exception` lets pass."""


@pytest.mark.parametrize("kind", [SystemExit, Ends, GeneratorExit])
def test_each_kind_of_error_ends_in_a_sentence(search, kind):
    def ends(number):
        raise kind("at the end")

    assert search(ends) == f"it raises {kind.__name__}. at the end"


def test_a_long_message_of_an_error_is_cut_visibly(search, lab):
    letters = lab["smallest"].FIRST_LETTERS

    def fits(number):
        raise ValueError("a" * letters)

    def is_cut(number):
        raise ValueError("a" * letters + "b")

    assert search(fits) == f"it raises ValueError. {'a' * letters}"
    assert search(is_cut) == f"it raises ValueError. {'a' * letters} ..."


def numbers():
    """Return the next random numbers of each kind."""
    return [torch.rand(2).tolist(), random.random(), np.random.rand()]


def draws(number):
    numbers()


def draws_and_raises(number):
    numbers()
    raise ValueError


@pytest.mark.parametrize("answer", [draws, draws_and_raises])
def test_a_search_does_not_change_the_next_random_numbers(search, answer):
    for seed in (torch.manual_seed, random.seed, np.random.seed):
        seed(5)
    before = numbers()
    for seed in (torch.manual_seed, random.seed, np.random.seed):
        seed(5)
    search(answer)
    assert numbers() == before


def leaves_everything_changed(number):
    torch.set_grad_enabled(False)
    torch.nn.modules.module.register_module_full_backward_hook(lambda *_: None)
    while True:
        pass


def test_a_function_that_is_stopped_leaves_nothing_behind(search):
    hooks = torch.nn.modules.module._global_backward_hooks
    mine = torch.nn.modules.module.register_module_full_backward_hook(lambda *_: None)
    before = dict(hooks)
    trace = sys.gettrace()
    stdout = sys.stdout
    try:
        assert "did not end" in search(leaves_everything_changed)
        assert hooks == before
        assert torch.is_grad_enabled()
        assert sys.gettrace() is trace
        assert sys.stdout is stdout
    finally:
        torch.set_grad_enabled(True)
        hooks.clear()
        mine.remove()


def test_what_a_function_prints_is_not_shown(search, capsys):
    def prints(number):
        print("printed")
        print("an error", file=sys.stderr)

    assert search(prints) is None
    assert capsys.readouterr() == ("", "")


def test_lines_of_installed_modules_do_not_count(search, lab, monkeypatch):
    monkeypatch.setattr(lab["smallest"], "LONGEST", 50)

    def calls_pytorch(number):
        torch.nn.Sequential(*[torch.nn.Linear(2, 2) for _ in range(20)])

    assert search(calls_pytorch) is None


def test_a_learner_who_stops_the_search_reads_in_which_case(lab, capsys):
    def waits(number):
        if number == 2:
            raise KeyboardInterrupt  # as the kernel does

    lab["smallest"].search(
        "waits", waits, range(1, 5), call, lambda case, record: record and f"{case}: {record}", ""
    )
    said = capsys.readouterr().out
    assert said == "You stopped the search at case 2 of 4:\n2: waits had not ended.\n"
