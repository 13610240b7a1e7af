"""In which orders may these nodes run (lab, notebook 5)."""

import random
from collections.abc import Mapping, Sequence

import torch
from beliefs import belief
from lab_modules import lab_module
from layout import drawing
from question import Answer, Question, WrongKeyError, compare, typical
from small_programs import SYMBOLS, graph_in_torch, graph_of, random_steps, values_of

TITLE = "In which order?"
TEXT = (
    "<code>backward()</code> begins at the top of this graph; its leaves are not drawn. Each node "
    "runs once, when all that it waits for has arrived. There are exactly <b>four</b> orders in "
    "which the six nodes can run. Write down all four."
)
HEIGHT = 118

OPERATORS = ["mul"] * 2 + ["add"] * 2 + ["exp", "sin"]
LETTERS = "ABCDEF"
LEAVES = ["v", "w"]
ORDERS = 4
ARROWS = 6  # between operations


def draw(choose: random.Random) -> Question:
    """Return a graph of six operations that can run in four orders."""
    while True:
        names = choose.sample(LETTERS, len(LETTERS))
        steps = random_steps(choose, OPERATORS, names, LEAVES)
        graph = graph_of(steps, LEAVES)
        arrows = {name: [one for one in graph[name] if one in LETTERS] for name in graph}
        if len(graph) != len(LETTERS + "vw") or sum(map(len, arrows.values())) != ARROWS:
            continue
        operations = {name: targets for name, targets in arrows.items() if name in LETTERS}
        orders = orders_of(operations)
        if len(orders) == ORDERS:
            break
    forward = " ".join(step.name for step in steps)
    top_down = " ".join(operations)
    mistakes = {
        belief("simple-grad/grad/wrong-forward-order"): forward,
        belief("autograd/run_backward/wrong-reversed-search"): top_down,
    }
    wrong = {text: order for text, order in mistakes.items() if order not in orders}
    answers = [
        Answer(f"order {place}", order, typical(order, wrong) if place == 1 else {})
        for place, order in enumerate(orders, 1)
    ]
    code = [f"{step.name} {step.operator} {' '.join(step.inputs)}" for step in steps]
    return Question(code, answers, {"steps": steps, "arrows": operations})


def orders_of(arrows: Mapping[str, Sequence[str]], done: tuple[str, ...] = ()) -> list[str]:
    """Return all orders in which nodes can run, sorted, as texts such as "A B C".

    Arguments:
        arrows: {node: nodes that its arrows lead to}.
        done: the nodes that have run.
    """
    if len(done) == len(arrows):
        return [" ".join(done)]
    orders = []
    for node in sorted(arrows):
        before = [name for name, targets in arrows.items() if node in targets]
        if node not in done and all(name in done for name in before):
            orders += orders_of(arrows, (*done, node))
    return orders


def check(question: Question) -> None:
    """Run PyTorch's nodes one by one in each order, and compare `.grad` with backward's."""
    steps = question.facts["steps"]
    compare("the graph", graph_of(steps, LEAVES), graph_in_torch(steps, LEAVES))
    engine = lab_module("autograd", "engine")
    leaves = {name: torch.tensor(0.5, requires_grad=True) for name in LEAVES}
    space = values_of(steps, leaves)
    nodes = {step.name: space[step.name].grad_fn for step in steps}
    names = {node: name for name, node in nodes.items()}
    output = space[steps[-1].name]
    right = torch.autograd.grad(output, list(leaves.values()), retain_graph=True)
    for answer in question.answers:
        arrived = {nodes[steps[-1].name]: torch.tensor(1.0)}
        for name in answer.right.split():
            if nodes[name] not in arrived:
                raise WrongKeyError(f"In the order {answer.right}, nothing has arrived at {name}.")
            passed_on = engine.run_node(nodes[name], {0: arrived.pop(nodes[name])})
            edges = zip(nodes[name].next_functions, passed_on, strict=True)
            for (target, _), gradient in edges:
                arrived[target] = arrived.get(target, 0) + gradient
        left = {node.variable: gradient for node, gradient in arrived.items() if node not in names}
        got = [left[leaf] for leaf in leaves.values()]
        if not all(torch.allclose(one, other) for one, other in zip(got, right, strict=True)):
            raise WrongKeyError(f"The order {answer.right} gives other gradients than backward().")


def body(question: Question, filled: bool) -> str:
    """Return the graph, and a row of boxes for each order."""
    rows = []
    for answer in question.answers:
        cells = [f"<td>{letter if filled else '&nbsp;'}</td>" for letter in answer.right.split()]
        rows.append(f"<tr><th>{answer.label}</th>{''.join(cells)}</tr>")
    picture = drawing(dot_of(question))
    return f"<div class='row'>{picture}<table class='boxes'>{''.join(rows)}</table></div>"


def dot_of(question: Question) -> str:
    """Return the operations as DOT text."""
    lines = ["digraph {", "nodesep=0.5; node [shape=box]"]
    for step in reversed(question.facts["steps"]):
        lines.append(f'{step.name} [label="{step.name}:  {SYMBOLS[step.operator]}"]')
        lines += [f"{step.name} -> {name}" for name in question.facts["arrows"][step.name]]
    return "\n".join([*lines, "}"])


def key_picture(question: Question) -> str:
    """Return nothing: the key lists the orders."""
    return ""
