"""Write the gradient on each arrow of a small graph (lab, notebooks 2 and 5)."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

import torch
from beliefs import belief
from layout import drawing, labeled_blanks, program
from question import Answer, Question, WrongKeyError, compare, number, typical
from small_programs import SYMBOLS, Step, graph_of, lines_of, random_steps, values_of

TITLE = "Backward by hand"
TEXT = (
    "The arrows show the way of the gradients. Write into each box the gradient that goes along "
    "this arrow when the last line runs. Then fill in <code>.grad</code> of each leaf."
)
HEIGHT = 140

OPERATORS = ["mul", "mul", "add", "add"]
NAMES = ["p", "q", "r", "y"]
LEAVES = ["a", "b", "c"]
NUMBERS = [2, 3, 4, 5]
ARROWS = 8
LARGEST = 100  # larger numbers take long by hand
ENGINE = "autograd/run_backward/wrong-"
BY_HAND = "primer/predict_grads/wrong-"
BELIEFS = {
    "own value": f"{BY_HAND}own-value-as-slope",
    "ones arrive": f"{BY_HAND}ones-arrive",
    "last arrival": f"{ENGINE}last-arrival",
    "first arrival": f"{ENGINE}first-come-first-served",
    "mean": f"{BY_HAND}x-gets-the-mean",
}


def draw(choose: random.Random) -> Question:
    """Return a program of two products and two sums in which one result is used twice."""
    while True:
        steps = random_steps(choose, OPERATORS, NAMES, LEAVES)
        graph = graph_of(steps, LEAVES)
        if len(graph) == len(NAMES + LEAVES) and _one_is_shared(graph):
            values = dict(zip(LEAVES, choose.sample(NUMBERS, len(LEAVES)), strict=True))
            upstream = choose.choice(NUMBERS)
            along, grads = backward(steps, values, upstream)
            if max(along) <= LARGEST:
                break
    wrong = {
        belief(name): backward(steps, values, upstream, mistake)
        for mistake, name in BELIEFS.items()
    }
    answers = [
        Answer(
            f"arrow {place + 1}",
            number(gradient),
            typical(gradient, {text: result[0][place] for text, result in wrong.items()}),
        )
        for place, gradient in enumerate(along)
    ]
    answers += [
        Answer(
            f"{leaf}.grad",
            number(grads[leaf]),
            typical(grads[leaf], {text: result[1][leaf] for text, result in wrong.items()}),
        )
        for leaf in LEAVES
    ]
    made = [f"{leaf} = torch.tensor({values[leaf]}.0, requires_grad=True)" for leaf in LEAVES]
    lines = [*made, *lines_of(steps), f"y.backward(torch.tensor({upstream}.0))"]
    return Question(lines, answers, {"steps": steps, "values": values, "upstream": upstream})


def _one_is_shared(graph: Mapping[str, Sequence[str]]) -> bool:
    """Return whether two different operations read one result, and each other result has one."""
    uses = Counter(chain.from_iterable(graph.values()))
    readers = Counter(chain.from_iterable(map(set, graph.values())))
    uses_of_results = sorted(uses[name] for name in NAMES[:-1])
    readers_of_results = sorted(readers[name] for name in NAMES[:-1])
    return uses_of_results == readers_of_results == [1, 1, 2]


def backward(
    steps: Sequence[Step], values: Mapping[str, float], upstream: float, mistake: str = ""
) -> tuple[list[float], dict[str, float]]:
    """Return the gradients along the arrows, from the output on, and those of the leaves.

    Arguments:
        steps: the program.
        values: the numbers of the leaves.
        upstream: the gradient that arrives at the output.
        mistake: a key of BELIEFS, or nothing for the right gradients.
    """
    numbers = dict(values)
    for step in steps:
        first, second = (numbers[name] for name in step.inputs)
        numbers[step.name] = first * second if step.operator == "mul" else first + second
    arrived = {name: [] for name in numbers}
    arrived["y"].append(1 if mistake == "ones arrive" else upstream)
    along = []
    for step in reversed(steps):
        gradient = _total(arrived[step.name], mistake)
        for place, name in enumerate(step.inputs):
            slope = 1
            if step.operator == "mul":
                other = step.inputs[1 - place]
                slope = numbers[name] if mistake == "own value" else numbers[other]
            along.append(gradient * slope)
            arrived[name].append(gradient * slope)
    return along, {name: _total(arrived[name], mistake) for name in values}


def _total(gradients: Sequence[float], mistake: str) -> float:
    if mistake == "first arrival":
        return gradients[0]
    if mistake == "last arrival":
        return gradients[-1]
    if mistake == "mean":
        return sum(gradients) / len(gradients)
    return sum(gradients)


def check(question: Question) -> None:
    """Run the program, with a hook on each node, and compare all gradients."""
    steps = question.facts["steps"]
    leaves = {
        name: torch.tensor(float(value), requires_grad=True)
        for name, value in question.facts["values"].items()
    }
    space = values_of(steps, leaves)
    passed_on = {}
    for step in steps:
        space[step.name].grad_fn.register_hook(
            lambda gradients, _, name=step.name: passed_on.update({name: gradients})
        )
    space["y"].backward(torch.tensor(float(question.facts["upstream"])))
    along = []
    for step in reversed(steps):
        along += [gradient.item() for gradient in passed_on[step.name]]
    if len(along) != ARROWS:
        raise WrongKeyError(f"PyTorch has {len(along)} arrows.")
    got = [*along, *(leaf.grad.item() for leaf in leaves.values())]
    compare("gradients", [answer.right for answer in question.answers], [*map(number, got)])


def body(question: Question, filled: bool) -> str:
    """Return the program next to the graph, and the blanks of the leaves."""
    picture = drawing(dot_of(question, filled))
    leaves = labeled_blanks(question.answers[ARROWS:], filled)
    return f"<div class='row'><div>{program(question.code)}</div>{picture}</div>{leaves}"


BOX = (
    '<<TABLE BORDER="1" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1"><TR>'
    '<TD VALIGN="TOP"><FONT POINT-SIZE="8">{label}</FONT></TD>'
    '<TD FIXEDSIZE="TRUE" WIDTH="34" HEIGHT="24"><B>{text}</B></TD></TR></TABLE>>'
)


def dot_of(question: Question, filled: bool) -> str:
    """Return the graph as DOT text, with a box on each arrow."""
    lines = ["digraph {", "nodesep=0.35; ranksep=0.3; node [shape=box]"]
    lines += [f'{leaf} [label="{leaf}" style=filled fillcolor=lightgrey]' for leaf in LEAVES]
    place = 0
    for step in reversed(question.facts["steps"]):
        lines.append(f'{step.name} [label="{step.name}:  {SYMBOLS[step.operator]}"]')
        for name in step.inputs:
            text = question.answers[place].right if filled else " "
            place += 1
            lines.append(f"{step.name} -> {name} [label={BOX.format(label=place, text=text)}]")
    return "\n".join([*lines, "}"])


def key_picture(question: Question) -> str:
    """Return nothing: the key lists the arrows by number."""
    return ""
