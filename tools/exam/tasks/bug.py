"""Which line is the bug: training loops with the faults of primer, notebook 6."""

import functools
import html
import math
import random
import string
import warnings
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import torch
from beliefs import belief
from lab_modules import lab_module
from layout import labeled_blanks, program
from question import Answer, Question, compare
from torch import nn

TITLE = "Which line is the bug?"
TEXT = (
    "Each of these two loops has one fault. Write down the number of the line that you would "
    "change or move, and the letter of the fault."
)
HEIGHT = 226

FAULTS = lab_module("primer", "bugs").FAULTS
LETTERS = dict(zip(FAULTS, string.ascii_lowercase, strict=False))
# The line of the healthy loop that has the fault, and what it says instead. The two faults of
# zero_grad move its line.
BROKEN = {
    "the target has another shape than the output": ("y =", "y = 3 * x[:, 0] - 1"),
    "the optimizer holds the parameters of another network": (
        "optimizer =",
        "optimizer = torch.optim.SGD(deepcopy(net).parameters(), lr=0.1)",
    ),
    "the learning rate is too large": (
        "optimizer =",
        "optimizer = torch.optim.SGD(net.parameters(), lr=100)",
    ),
    "a layer is cut off by detach": ("hidden =", "hidden = torch.tanh(norm(first(x))).detach()"),
    "the loss has lost its record": (
        "loss =",
        "loss = torch.tensor(errors.mean().item(), requires_grad=True)",
    ),
    "the losses are added up with their graphs": ("total +=", "total += loss"),
    "the network answers in training mode": ("net.eval", "net.train()"),
}
MISSING = "zero_grad is missing"
BETWEEN = "zero_grad runs between backward and step"
ASKED = (*BROKEN, MISSING, BETWEEN)
LOOPS = "AB"
STEPS = 5


def draw(choose: random.Random) -> Question:
    """Return two loops with different faults."""
    loops = {}
    answers = []
    code = []
    for letter, fault in zip(LOOPS, choose.sample(ASKED, len(LOOPS)), strict=True):
        healthy = _healthy(choose)
        line, lines = break_loop(healthy, fault)
        loops[letter] = {"fault": fault, "line": line, "lines": lines, "healthy": healthy}
        code += lines
        answers += [
            Answer(f"loop {letter}, line", str(line)),
            Answer(f"loop {letter}, fault", LETTERS[fault], _mistakes(fault)),
        ]
    return Question(code, answers, {"loops": loops})


def _healthy(choose: random.Random) -> list[str]:
    """Return a loop without a fault; some lines stand at a random place."""
    data = ["x = torch.linspace(-1, 1, 32).reshape(32, 1)", "y = 3 * x - 1"]
    network = [
        "first, last = nn.Linear(1, 8), nn.Linear(8, 1)",
        "norm = nn.BatchNorm1d(8)",
        "net = nn.Sequential(first, norm, nn.Tanh(), last)",
        "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)",
    ]
    before = choose.choice([data + network, network + data])
    before.insert(choose.choice([0, len(before)]), "total = 0.0")
    forward = [
        "    hidden = torch.tanh(norm(first(x)))",
        "    output = last(hidden)",
        "    errors = (output - y) ** 2",
        "    loss = errors.mean()",
    ]
    forward.insert(choose.choice([0, len(forward)]), "    optimizer.zero_grad()")
    backward = ["    loss.backward()", "    optimizer.step()"]
    backward.insert(choose.choice([1, 2]), "    total += loss.item()")
    return [
        *before,
        f"for step in range({STEPS}):",
        *forward,
        *backward,
        "net.eval()",
        "print(total, net(torch.tensor([[0.5], [0.7]])))",
    ]


def break_loop(healthy: list[str], fault: str) -> tuple[int, list[str]]:
    """Return the number of the wrong line, counted from 1, and the loop with a fault."""
    lines = list(healthy)
    if fault in BROKEN:
        beginning, wrong = BROKEN[fault]
        (place,) = [n for n, line in enumerate(lines) if line.strip().startswith(beginning)]
        indent = lines[place][: len(lines[place]) - len(lines[place].lstrip())]
        lines[place] = indent + wrong
        return place + 1, lines
    lines.remove("    optimizer.zero_grad()")
    if fault == MISSING:
        place = lines.index(f"for step in range({STEPS}):")
        lines.insert(place, "optimizer.zero_grad()")
    else:
        place = lines.index("    optimizer.step()")
        lines.insert(place, "    optimizer.zero_grad()")
    return place + 1, lines


def _mistakes(fault: str) -> dict[str, list[str]]:
    """Return {letter of a wrong fault: beliefs} for the two faults that are easily exchanged."""
    if fault == MISSING:
        return {LETTERS[BETWEEN]: [belief("primer/train_epoch/wrong-cleared-before-the-step")]}
    if fault == BETWEEN:
        return {LETTERS[MISSING]: [belief("primer/train_epoch/wrong-cleared-once")]}
    return {}


class WatchedSGD(torch.optim.SGD):
    """An optimizer that notes whether there is a gradient when it is called."""

    def __init__(self, parameters, lr):
        super().__init__(parameters, lr=lr)
        self.calls: list[tuple[str, bool]] = []

    def zero_grad(self):
        self._note("zero_grad")
        super().zero_grad()

    def step(self):
        self._note("step")
        super().step()

    def _note(self, name):
        held = any(one.grad is not None for one in self.param_groups[0]["params"])
        self.calls.append((name, held))


@functools.cache
def faults_of(text: str) -> frozenset[str]:
    """Run a loop, and return its faults, by what can be seen from outside."""

    class Optimizers:
        SGD = WatchedSGD

    class Torch:
        optim = Optimizers

        def __getattr__(self, name):
            return getattr(torch, name)

    space: dict[str, Any] = {
        "torch": Torch(),
        "nn": nn,
        "deepcopy": deepcopy,
        "print": lambda *_: None,
    }
    with warnings.catch_warnings(), torch.random.fork_rng():
        warnings.simplefilter("ignore")  # of broadcasting, which tells the fault
        torch.manual_seed(0)
        exec(text, space)
    return frozenset(fault for fault, is_there in _symptoms(space).items() if is_there)


def _symptoms(space: Mapping[str, Any]) -> dict[str, bool]:
    net = space["net"]
    optimizer = space["optimizer"]
    held = optimizer.param_groups[0]["params"]
    trains_this_net = held[0] is next(iter(net.parameters()))
    recorded = space["loss"].grad_fn is not None
    names = [name for name, _ in optimizer.calls]
    steps_with_gradient = [held for name, held in optimizer.calls if name == "step"]
    in_loop = names.count("zero_grad") == STEPS
    # Only the numbers of the data can make a loss of this network infinite or this large.
    loss = space["loss"].item()
    return {
        "the target has another shape than the output": space["output"].shape != space["y"].shape,
        "the optimizer holds the parameters of another network": not trains_this_net,
        "the learning rate is too large": not math.isfinite(loss) or loss > 100,
        "a layer is cut off by detach": recorded
        and space["first"].weight.grad is None
        and space["last"].weight.grad is not None,
        "the loss has lost its record": not recorded,
        "the losses are added up with their graphs": isinstance(space["total"], torch.Tensor),
        "the network answers in training mode": net.training,
        MISSING: not in_loop,
        BETWEEN: recorded and trains_this_net and in_loop and not any(steps_with_gradient),
    }


def check(question: Question) -> None:
    """Run both loops, and the loops without their faults."""
    for letter, loop in question.facts["loops"].items():
        compare(f"loop {letter}", {loop["fault"]}, set(faults_of("\n".join(loop["lines"]))))
        healthy = "\n".join(loop["healthy"])
        compare(f"loop {letter} without its fault", set(), set(faults_of(healthy)))


def body(question: Question, filled: bool) -> str:
    """Return the list of faults, and both loops with their blanks."""
    faults = [f"<li>{html.escape(fault)}</li>" for fault in FAULTS]
    parts = [f"<ol class='faults'>{''.join(faults)}</ol>"]
    for place, loop in enumerate(question.facts["loops"].values()):
        answers = question.answers[2 * place : 2 * place + 2]
        blanks = labeled_blanks(answers, filled, 14)
        parts.append(
            f"<div class='row'><div>{program(loop['lines'])}</div><div>{blanks}</div></div>"
        )
    return "".join(parts)


def key_picture(question: Question) -> str:
    """Return nothing: the key needs no picture."""
    return ""
