"""Fill in `requires_grad` and `is_leaf` after each line of a program (primer, notebook 1)."""

import html
import random
from collections.abc import Sequence

import torch
from beliefs import belief
from lab_modules import lab_module
from layout import blank
from question import Answer, Question, compare, typical

TITLE = "What does PyTorch remember?"
TEXT = (
    "What are <code>requires_grad</code> and <code>is_leaf</code> of the tensor in each line, "
    "<b>after</b> this line has run? Write T (true) or F (false). The first three lines are done."
)
HEIGHT = 112

Step = tuple[str, str, tuple[str, ...]]  # of the lab's module programs: name, kind, inputs
SHOWN: list[Step] = [
    ("t1", "parameter", ()),
    ("t2", "tensor", ()),
    ("t3", "multiply", ("t1", "t2")),
]
ASKED = ["parameter"] * 2 + ["multiply"] * 4 + ["no_grad", "detach", "freeze"]
RECORDED = 3  # of the four products
PREDICT_FLAGS = "primer/predict_flags/wrong-"


def draw(choose: random.Random) -> Question:
    """Return a program of twelve lines in which three of four products are recorded."""
    recorded = 0
    while recorded != RECORDED:
        program = list(SHOWN)
        for kind in choose.sample(ASKED, len(ASKED)):
            program.append(_random_step(choose, kind, program))
        flags = flags_of(program)
        recorded = flags[len(SHOWN) :].count("T F")
    answers = [
        Answer(
            f"line {number}",
            flags[number - 1],
            typical(flags[number - 1], _mistakes(program, flags, number - 1)),
        )
        for number in range(len(SHOWN) + 1, len(program) + 1)
    ]
    lines = lab_module("primer", "programs").text_of(program).splitlines()
    return Question(lines, answers, {"program": program})


def _random_step(choose: random.Random, kind: str, program: Sequence[Step]) -> Step:
    """Return a step of a kind that reads tensors of the program so far."""
    names = [name for name, _, _ in program]
    last = dict(zip(names, flags_of(program), strict=True))
    made = list(last)
    requiring = [name for name in made if last[name][0] == "T"]
    new = f"t{len(made) + 1}"
    if kind == "parameter":
        return new, kind, ()
    if kind == "freeze":
        # PyTorch freezes leaves only.
        name = choose.choice([name for name in made if last[name] == "T T"])
        return name, kind, (name,)
    if kind == "detach":
        return new, kind, (choose.choice(requiring),)
    # A product under no_grad that would not be recorded anyway asks nothing.
    inputs = [choose.choice(requiring if kind == "no_grad" else made), choose.choice(made)]
    choose.shuffle(inputs)
    return new, kind, tuple(inputs)


def flags_of(program: Sequence[Step]) -> list[str]:
    """Return the flags of the tensor in each line after it, such as "T F": requires grad, leaf."""
    flags: dict[str, str] = {}
    after = []
    for name, kind, inputs in program:
        recorded = kind == "multiply" and any(flags[one][0] == "T" for one in inputs)
        if recorded:
            flags[name] = "T F"
        elif kind == "parameter":
            flags[name] = "T T"
        else:
            flags[name] = "F T"
        after.append(flags[name])
    return after


def _mistakes(program: Sequence[Step], flags: Sequence[str], place: int) -> dict[str, str]:
    """Return {belief: wrong flags} for a line."""
    _, kind, inputs = program[place]
    if kind == "parameter":
        return {belief(f"{PREDICT_FLAGS}parameter-no-leaf"): "T F"}
    if kind == "freeze":
        return {belief(f"{PREDICT_FLAGS}freezing-ignored"): "T T"}
    if kind == "detach":
        return {
            belief(f"{PREDICT_FLAGS}detach-keeps-the-flag"): "T T",
            belief(f"{PREDICT_FLAGS}detach-no-leaf"): "F F",
        }
    if kind == "no_grad":
        return {
            belief(f"{PREDICT_FLAGS}no-grad-stops-backward-only"): "T F",
            belief(f"{PREDICT_FLAGS}no-grad-no-leaf"): "F F",
        }
    if flags[place] == "T F":
        return {belief(f"{PREDICT_FLAGS}all-inputs"): "F T"}
    frozen = {name for name, how, _ in program[:place] if how == "freeze"}
    why = "frozen-is-recorded-on" if frozen & {*inputs} else "every-result-needs-grad"
    return {
        belief(f"{PREDICT_FLAGS}{why}"): "T F",
        belief(f"{PREDICT_FLAGS}result-never-a-leaf"): "F F",
    }


def check(question: Question) -> None:
    """Run the program line by line, and compare the flags."""
    space = {"torch": torch, "nn": torch.nn}
    after = []
    for line, (name, _, _) in zip(question.code, question.facts["program"], strict=True):
        exec(line, space)
        flags = [space[name].requires_grad, space[name].is_leaf]
        after.append(" ".join("T" if flag else "F" for flag in flags))
    compare("flags", [answer.right for answer in question.answers], after[len(SHOWN) :])


def body(question: Question, filled: bool) -> str:
    """Return a table: the lines, and two blanks for each."""
    shown = [Answer("", flags) for flags in flags_of(SHOWN)]
    rows = []
    for number, line in enumerate(question.code, 1):
        given = number <= len(SHOWN)
        answer = shown[number - 1] if given else question.answers[number - len(SHOWN) - 1]
        cells = [
            f"<td>{blank(Answer('', flag), filled or given, 12)}</td>"
            for flag in answer.right.split()
        ]
        name = question.facts["program"][number - 1][0]
        rows.append(
            f"<tr><td><i>{number:2}</i></td><td><code>{html.escape(line)}</code></td>"
            f"<td><code>{name}</code></td>{''.join(cells)}</tr>"
        )
    head = "<tr><th></th><th></th><th></th><th>requires_grad</th><th>is_leaf</th></tr>"
    return f"<table>{head}{''.join(rows)}</table>"


def key_picture(question: Question) -> str:
    """Return nothing: the key needs no picture."""
    return ""
