"""What must forward hand over to backward (simple-grad, notebook 5)."""

import random
from collections.abc import Collection, Sequence

import torch
from beliefs import belief
from layout import blank, program
from question import Answer, Question, compare, typical
from small_programs import Step, graph_of, lines_of, random_steps, values_of

TITLE = "What must forward hand over?"
TEXT = (
    "Forward and backward are compiled as two programs. Backward receives the upstream gradient of "
    "<code>y</code>, and what forward hands over. It computes only the gradients that are wanted. "
    "Which values must forward hand over? (If there is none, write <i>none</i>.)"
)
HEIGHT = 62

OPERATORS = ["mul", "mul", "mul", "add", "exp"]
NAMES = ["p", "q", "r", "s", "y"]
INPUTS = ["a", "b", "c"]
WANTED = [("a", "b", "c"), ("a",), ("b",), ("c",)]
CUT = "simple-grad/cut/wrong-"


def draw(choose: random.Random) -> Question:
    """Return a function of five operations, three of them products."""
    while True:
        steps = random_steps(choose, OPERATORS, NAMES, INPUTS)
        if len(graph_of(steps, INPUTS)) == len(NAMES + INPUTS):
            break
    answers = []
    for wanted in WANTED:
        right = handed_over(steps, wanted)
        others = {
            belief(f"{CUT}all-that-is-made"): NAMES,
            belief(f"{CUT}inputs-forgotten"): [name for name in right if name in NAMES],
            belief(f"{CUT}all-inputs-too"): [*right, *INPUTS],
            belief(f"{CUT}result-too"): [*right, "y"],
        }
        mistakes = {text: as_text(names) for text, names in others.items()}
        label = "all three gradients" if len(wanted) == 3 else f"the gradient of {wanted[0]}"
        answers.append(Answer(label, as_text(right), typical(as_text(right), mistakes)))
    lines = ["def f(a, b, c):", *(f"    {line}" for line in lines_of(steps)), "    return y"]
    return Question(lines, answers, {"steps": steps})


def handed_over(steps: Sequence[Step], wanted: Collection[str]) -> list[str]:
    """Return the names of the values that the gradients of `wanted` are computed from."""
    moving = set(wanted)
    handed = []
    for step in steps:
        if not moving & {*step.inputs}:
            continue
        moving.add(step.name)
        if step.operator == "exp":
            handed.append(step.name)
        if step.operator == "mul":
            first, second = step.inputs
            handed += [second] if first in moving else []
            handed += [first] if second in moving else []
    return handed


def as_text(names: Collection[str]) -> str:
    """Return names in the order of the program."""
    return ", ".join(name for name in INPUTS + NAMES if name in names) or "none"


def check(question: Question) -> None:
    """Compare with what PyTorch saves if only the wanted inputs require grad."""
    steps = question.facts["steps"]
    got = []
    for wanted in WANTED:
        leaves = {
            name: torch.tensor(0.3 + 0.1 * place, requires_grad=name in wanted)
            for place, name in enumerate(INPUTS)
        }
        saved = []
        with torch.autograd.graph.saved_tensors_hooks(
            lambda tensor, saved=saved: saved.append(tensor.data_ptr()) or tensor,
            lambda tensor: tensor,
        ):
            space = values_of(steps, leaves)
        got.append(as_text([name for name, one in space.items() if one.data_ptr() in saved]))
    compare("what is handed over", [answer.right for answer in question.answers], got)


def body(question: Question, filled: bool) -> str:
    """Return the function, and a blank for each set of wanted gradients."""
    rows = [
        f"<tr><td>for {answer.label}:</td><td>{blank(answer, filled, 60)}</td></tr>"
        for answer in question.answers
    ]
    table = f"<table>{''.join(rows)}</table>"
    return f"<div class='row'><div>{program(question.code)}</div>{table}</div>"


def key_picture(question: Question) -> str:
    """Return nothing: the key lists the names."""
    return ""
