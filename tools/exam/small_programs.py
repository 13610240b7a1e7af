"""Small programs of single numbers: drawn at random, written as Python, run by PyTorch.

A program is a list of steps. Each makes one tensor, the last one the output. What a program has
besides is its leaves, a dict of {name: tensor}.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import torch

LINES = {
    "mul": "{0} = {1} * {2}",
    "add": "{0} = {1} + {2}",
    "exp": "{0} = {1}.exp()",
    "sin": "{0} = {1}.sin()",
    "detach": "{0} = {1}.detach()",
}
TWO_INPUTS = ("mul", "add")
SYMBOLS = {"mul": "*", "add": "+", "exp": "exp", "sin": "sin"}


class Step(NamedTuple):
    """One operation: the name of its result, the operator, and the names that it reads."""

    name: str
    operator: str
    inputs: tuple[str, ...]


UNREAD = 0.7  # how often a step reads a result that nothing has read yet
Graph = dict[str, list[str]]  # {name: names that the arrows of its node lead to}; a leaf has none


def random_steps(
    choose: random.Random, operators: Sequence[str], names: Sequence[str], leaves: Sequence[str]
) -> list[Step]:
    """Return a program with these operators in a random order.

    Each step reads leaves and results before it. Results that nothing has read yet are preferred,
    so that most steps are behind the output.
    """
    made = list(leaves)
    unread: list[str] = []
    steps = []
    for name, operator in zip(names, choose.sample(operators, len(operators)), strict=True):
        inputs = []
        for _ in range(2 if operator in TWO_INPUTS else 1):
            prefers_unread = unread and choose.random() < UNREAD
            inputs.append(choose.choice(unread if prefers_unread else made))
            unread = [one for one in unread if one != inputs[-1]]
        steps.append(Step(name, operator, tuple(inputs)))
        made.append(name)
        unread.append(name)
    return steps


def lines_of(steps: Iterable[Step]) -> list[str]:
    """Return a program as lines of Python."""
    return [LINES[step.operator].format(step.name, *step.inputs) for step in steps]


def recorded_by(steps: Sequence[Step], leaves: Iterable[str]) -> Graph:
    """Return the nodes that a program records.

    Arguments:
        steps: the program.
        leaves: the names of the leaves that require grad.
    """
    recorded: Graph = {leaf: [] for leaf in leaves}
    for step in steps:
        targets = [name for name in step.inputs if name in recorded]
        if targets and step.operator != "detach":
            recorded[step.name] = targets
    return recorded


def graph_of(steps: Sequence[Step], leaves: Iterable[str]) -> Graph:
    """Return the graph behind the output, from the output on; empty if nothing is recorded."""
    recorded = recorded_by(steps, leaves)
    reached = [steps[-1].name] if steps[-1].name in recorded else []
    for name in reached:  # grows while we go through it
        for target in recorded[name]:
            if target not in reached:
                reached.append(target)
    return {name: recorded[name] for name in reached}


def values_of(steps: Sequence[Step], leaves: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Run a program; return all its tensors by name, the leaves among them."""
    space = dict(leaves)
    for line in lines_of(steps):
        exec(line, {}, space)
    return space


def graph_in_torch(steps: Sequence[Step], leaves: Iterable[str], data: Iterable[str] = ()) -> Graph:
    """Run a program, and return the graph that PyTorch has recorded behind its output.

    Arguments:
        steps: the program.
        leaves: the names of the leaves that require grad.
        data: the names of the other tensors it reads.
    """
    tensors = {name: torch.tensor(0.5, requires_grad=True) for name in leaves}
    tensors |= {name: torch.tensor(0.5) for name in data}
    space = values_of(steps, tensors)
    names = {tensor.grad_fn: name for name, tensor in space.items() if tensor.grad_fn is not None}
    output = space[steps[-1].name]
    graph: Graph = {}
    waiting = [output.grad_fn] if output.grad_fn is not None else []
    for node in waiting:  # grows while we go through it
        targets = [target for target, _ in node.next_functions if target is not None]
        graph[_name(node, names, tensors)] = [_name(target, names, tensors) for target in targets]
        waiting += [target for target in dict.fromkeys(targets) if target not in waiting]
    return graph


def _name(
    node: torch.autograd.graph.Node,
    names: Mapping[torch.autograd.graph.Node, str],
    leaves: Mapping[str, torch.Tensor],
) -> str:
    if hasattr(node, "variable"):
        (name,) = [name for name, leaf in leaves.items() if leaf is node.variable]
        return name
    return names[node]
