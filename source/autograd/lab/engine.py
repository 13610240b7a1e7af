"""One step of PyTorch's engine: `run_node` runs one node, and the loop around it is the learner's.

`watching` collects the nodes that `run_node` runs, and `show_visits` draws them in their order.
`saved_tensors` and `bytes_kept` look at what nodes keep for backward.
"""

import contextlib
import re

import torch
from torch.autograd import Variable
from torch.autograd.graph import GradientEdge

from .show import show
from .wording import expected, kind_of

MOST = 20_000  # visits that are watched: a walk that doubles with each addition never ends
# PyTorch's engine, which `by_hand` replaces while it runs an answer. A single node may be run.
ENGINE = Variable._execution_engine

_watched = []  # lists of nodes, one for each `watching` block around the call


class PlainNode:
    """A node that is a plain Python object; some checks build their graphs of these.

    Arguments:
        kind: the name of a node's type.
        number: what `_sequence_nr()` returns.
        slopes: for each entry of `next_functions`, a list with a factor for each result of the
            node, or None if the node never passes anything on there.
    """

    next_functions = ()

    def __init__(self, kind, number, slopes):
        self._kind = kind
        self._number = number
        self._slopes = slopes

    def name(self):
        return self._kind

    def _sequence_nr(self):
        return self._number

    def run(self, arrived):
        """Return what the node passes on, as `run_node` does."""
        passed_on = []
        for slopes in self._slopes:
            if slopes is None or not arrived:
                passed_on.append(None)
            else:
                # PyTorch's nodes convert gradients, too.
                parts = [slopes[place] * grad.double() for place, grad in arrived.items()]
                passed_on.append(sum(parts))
        return tuple(passed_on)


def run_node(node, arrived):
    """Run one node of an autograd graph, and return what it passes on.

    Arguments:
        node: an output's `grad_fn`, or a node from `next_functions`.
        arrived: {number of a result: the gradient that has arrived for it}. Most operations have
            one result, number 0; `unbind` has several. Results for which nothing has arrived are
            left out.

    Returns a tuple parallel to `node.next_functions`: a gradient for each entry, or None if there
    is none. A leaf passes nothing on, so it returns an empty tuple. Nothing is recorded.

    If nothing has arrived, a node passes None on. PyTorch's own nodes do so too, but a custom
    Function then gets zeros from PyTorch's engine, unless it calls
    `ctx.set_materialize_grads(False)`.

    PyTorch walks the whole graph below the node in each call, so large graphs take long: 0.6
    seconds for 300 recurrent steps, half a minute for 2,000.

    Raises TypeError or ValueError if an argument has the wrong form, such as a gradient that has
    another shape than the result, and RuntimeError after MOST visits inside `watching`.
    """
    if not hasattr(node, "next_functions"):
        raise TypeError(expected("First argument of run_node", "a node", kind_of(node)))
    if not isinstance(arrived, dict):
        form = "a dict {number of a result: gradient}"
        raise TypeError(expected("Second argument of run_node", form, kind_of(arrived)))
    for visits in _watched:
        if len(visits) >= MOST:
            raise RuntimeError(
                f"{MOST:,} nodes have run, and your function has not finished. "
                "Does each node wait until everything has arrived?"
            )
        visits.append(node)
    for gradient in arrived.values():
        if not isinstance(gradient, torch.Tensor):
            what = f"The gradient that arrives at {node.name()}"
            raise TypeError(
                f"{expected(what, 'a tensor', kind_of(gradient))} "
                "Leave out a result for which nothing has arrived."
            )
    if isinstance(node, PlainNode):
        return node.run(arrived)
    after = [GradientEdge(*entry) for entry in node.next_functions if entry[0] is not None]
    here = {GradientEdge(node, number): gradient for number, gradient in arrived.items()}
    if not after or not here:  # a leaf, or a node at which nothing has arrived
        return (None,) * len(node.next_functions)
    passed_on = []
    # Calling the node itself would be faster, but it would run no hook of a tensor, and nobody can
    # read whether a custom Function wants zeros or None for a result that was not used.
    hook = node.register_hook(lambda gradients, _: passed_on.append(gradients))
    held, Variable._execution_engine = Variable._execution_engine, ENGINE
    try:
        torch.autograd.grad(
            list(here), after, list(here.values()), retain_graph=True, allow_unused=True
        )
    except RuntimeError as error:
        shapes = re.findall(r"torch\.Size\(\[(.*?)\]\)", str(error))
        if "Mismatch in shape" not in str(error) or len(shapes) != 2:
            raise
        mine, real = (tuple(map(int, re.findall(r"\d+", shape))) for shape in shapes)
        what = f"The shape of the gradient that arrives at {node.name()}"
        raise ValueError(
            f"{expected(what, real, mine)} It should be the shape of the result."
        ) from None
    except IndexError:
        raise ValueError(f"{node.name()} has no result number {max(arrived)}.") from None
    finally:
        Variable._execution_engine = held
        hook.remove()
    return passed_on[0]


@contextlib.contextmanager
def watching():
    """Collect the nodes that `run_node` runs inside the block, in their order, in a list."""
    visits = []
    _watched.append(visits)
    try:
        yield visits
    finally:
        _watched.pop()


def is_leaf(node):
    """Return whether a node stands for a leaf tensor, its attribute `variable`."""
    return hasattr(node, "variable")


def nodes_of(output):
    """Return the nodes of the graph behind an output, each once, from the output on."""
    found = {output.grad_fn: None}
    waiting = list(found)
    for node in waiting:  # grows while we go through it
        for after, _ in node.next_functions:
            if after is not None and after not in found:
                found[after] = None
                waiting.append(after)
    return waiting


def saved_tensors(node):
    """Return the saved tensors of a node as {name: tensor}; none once backward has freed them."""
    names = [name for name in dir(node) if name.startswith("_saved_")]
    try:
        values = {name: getattr(node, name) for name in names}
    except RuntimeError:  # backward has freed them
        return {}
    return {name: value for name, value in values.items() if isinstance(value, torch.Tensor)}


def bytes_kept(output):
    """Return how many bytes the nodes behind an output keep for backward.

    Two nodes may keep the same memory, which counts once.
    """
    kept = {}
    for node in nodes_of(output):
        for tensor in saved_tensors(node).values():
            kept[tensor.untyped_storage().data_ptr()] = tensor.nbytes
    return sum(kept.values())


def show_visits(output, visits):
    """Draw the graph behind an output, with a slider over the order of the visits.

    Arguments:
        output: a tensor with a graph.
        visits: nodes of the graph, as `watching` collects them.
    """
    numbers = {node: number for number, node in enumerate(nodes_of(output))}
    lines = ["digraph {", "node [shape=box]"]
    for node, number in numbers.items():
        label = tuple(node.variable.shape) if is_leaf(node) else node.name().rpartition("::")[2]
        blue = " style=filled fillcolor=lightblue" if is_leaf(node) else ""
        lines.append(f'{number} [label="{label}"{blue}]')
        lines += [f"{number} -> {numbers[n]}" for n, _ in node.next_functions if n is not None]
    show("\n".join([*lines, "}"]), [numbers[node] for node in visits if node in numbers])
