"""Draw the graph of a program (lab, notebook 3)."""

import random

from beliefs import belief
from layout import drawing, program
from question import Answer, Question, compare
from small_programs import SYMBOLS, graph_in_torch, graph_of, lines_of, random_steps, recorded_by

TITLE = "Draw the graph"
TEXT = (
    "Draw the graph behind <code>y</code>: a box for each operation, with the name of its result "
    "in it, an ellipse for each leaf, and one arrow for each use, in the direction of the "
    "gradients. Not everything in the program is in the graph."
)
HEIGHT = 116

OPERATORS = ["mul"] * 2 + ["add"] * 2 + ["exp", "detach"]
NAMES = ["p", "q", "r", "s", "t", "y"]
LEAVES = ["a", "b"]
DATA = ["x"]
SIZE = (4, 2, 6)  # operations, leaves and arrows
NOWHERE = "not in the graph"
DRAWINGS = "autograd/visualize_autograd_graph/wrong-"


def draw(choose: random.Random) -> Question:
    """Return a program of six lines, four of them in the graph."""
    while True:
        steps = random_steps(choose, OPERATORS, NAMES, LEAVES + DATA)
        graph = graph_of(steps, LEAVES)
        leaves = sum(name in LEAVES for name in graph)
        arrows = sum(len(targets) for targets in graph.values())
        (detached,) = [step.inputs[0] for step in steps if step.operator == "detach"]
        reads_data = any("x" in step.inputs for step in steps)
        if (len(graph) - leaves, leaves, arrows) == SIZE:
            if detached in recorded_by(steps, LEAVES) and reads_data:
                break
    answers = []
    for step in steps:
        targets = graph.get(step.name)
        right = f"to {' and '.join(sorted(targets))}" if targets else NOWHERE
        mistakes = {}
        if targets and len(targets) == 2 and targets[0] == targets[1]:
            collapsed = belief(f"{DRAWINGS}parallel-edges-collapsed")
            mistakes[f"to {targets[0]}"] = [collapsed]
        if targets and len(targets) < len(step.inputs):
            drawn = f"to {' and '.join(sorted(step.inputs))}"
            mistakes[drawn] = [belief(f"{DRAWINGS}none-drawn")]
        answers.append(Answer(step.name, right, mistakes))
    lines = [
        "a = nn.Parameter(torch.tensor(0.5))",
        "b = nn.Parameter(torch.tensor(0.5))",
        "x = torch.tensor(0.5)",
        *lines_of(steps),
    ]
    return Question(lines, answers, {"steps": steps, "graph": graph})


def check(question: Question) -> None:
    """Compare the graph with the one that PyTorch records."""
    graph = graph_in_torch(question.facts["steps"], LEAVES, DATA)
    got = []
    for step in question.facts["steps"]:
        targets = graph.get(step.name)
        got.append(f"to {' and '.join(sorted(targets))}" if targets else NOWHERE)
    compare("the graph", [answer.right for answer in question.answers], got)


def body(question: Question, filled: bool) -> str:
    """Return the program next to a place to draw in."""
    place = drawing(key_picture(question)) if filled else ""
    return (
        f"<div class='row'><div>{program(question.code)}</div>"
        f"<div class='place'>{place}</div></div>"
    )


def key_picture(question: Question) -> str:
    """Return the graph as DOT text."""
    lines = ["digraph {"]
    operators = {step.name: step.operator for step in question.facts["steps"]}
    for name, targets in question.facts["graph"].items():
        if name in LEAVES:
            lines.append(f"{name} [style=filled fillcolor=lightgrey]")
        else:
            lines.append(f'{name} [shape=box label="{name}:  {SYMBOLS[operators[name]]}"]')
        lines += [f"{name} -> {target}" for target in targets]
    return "\n".join([*lines, "}"])
