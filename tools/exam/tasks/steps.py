"""What a loop of three steps leaves in `.grad` (primer, notebooks 2 and 5)."""

import random

import torch
from beliefs import belief
from layout import program
from question import Answer, Question, compare, number, typical

TITLE = "Three steps"
TEXT = "What do the two <code>print</code> lines show in each of the three steps?"
HEIGHT = 70

PAIRS = [("w", "v"), ("a", "b"), ("p", "q"), ("u", "z")]
NUMBERS = [1, 2, 3, 4, 5]
STEPS = 3
OVERWRITTEN = "autograd/run_backward/wrong-grad-replaced"
CLEARED_ONCE = "primer/train_epoch/wrong-cleared-once"
MEAN = "primer/predict_grads/wrong-x-gets-the-mean"


def draw(choose: random.Random) -> Question:
    """Return a loop in which `.grad` of one of two tensors is cleared, and one of them moves."""
    first, second = choose.choice(PAIRS)
    inputs = choose.sample(NUMBERS, STEPS)
    start = {first: choose.choice([2, 3, 4]), second: choose.choice([5, 6, 7])}
    cleared = choose.choice([first, second])
    lines = [
        f"{first} = torch.tensor({start[first]}.0, requires_grad=True)",
        f"{second} = torch.tensor({start[second]}.0, requires_grad=True)",
        f"for x in [{', '.join(f'{one}.0' for one in inputs)}]:",
        f"    {cleared}.grad = None",
        f"    loss = x * {first} * {second}",
        "    loss.backward()",
        "    with torch.no_grad():",
        f"        {second} -= 1",
        f"    print({first}.grad)",
        f"    print({second}.grad)",
    ]
    now = {
        first: [x * (start[second] - step) for step, x in enumerate(inputs)],
        second: [x * start[first] for x in inputs],
    }
    unmoved = {first: [x * start[second] for x in inputs], second: now[second]}
    answers = []
    for step in range(1, STEPS + 1):
        for name in (first, second):
            latest = now[name][step - 1]
            total = sum(now[name][:step])
            if name == cleared:
                right = latest
                without_moving = unmoved[name][step - 1]
                mistakes = {belief(CLEARED_ONCE): total}
            else:
                right = total
                without_moving = sum(unmoved[name][:step])
                mistakes = {belief(OVERWRITTEN): latest, belief(MEAN): total / step}
            mistakes["What is done under no_grad changes no number."] = without_moving
            label = f"step {step}, {name}.grad"
            answers.append(Answer(label, number(right), typical(right, mistakes)))
    return Question(lines, answers, {"names": (first, second)})


def check(question: Question) -> None:
    """Run the loop, and compare what it prints."""
    printed = []
    exec(
        "\n".join(question.code),
        {"torch": torch, "print": lambda grad: printed.append(number(grad.item()))},
    )
    compare(".grad", [answer.right for answer in question.answers], printed)


def body(question: Question, filled: bool) -> str:
    """Return the loop, and a table with a row for each step."""
    first, second = question.facts["names"]
    rows = [f"<tr><th></th><th>{first}.grad</th><th>{second}.grad</th></tr>"]
    for step in range(STEPS):
        answers = question.answers[2 * step : 2 * step + 2]
        cells = [f"<td>{answer.right if filled else '&nbsp;'}</td>" for answer in answers]
        rows.append(f"<tr><th>step {step + 1}</th>{''.join(cells)}</tr>")
    table = f"<table class='boxes wide'>{''.join(rows)}</table>"
    return f"<div class='row'><div>{program(question.code)}</div>{table}</div>"


def key_picture(question: Question) -> str:
    """Return nothing: the key needs no picture."""
    return ""
