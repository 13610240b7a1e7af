"""Graphs of plain Python objects in the shape of autograd graphs, which PyTorch cannot run.

Entry points: `plan_of` writes the graph behind an output down as plain data, and `watch_plain` lets
an engine run what is built from it. Which gradients are right is computed in the checks.
"""

import torch

from ..engine import PlainNode, is_leaf, nodes_of, watching
from .by_hand import by_hand


class PlainOutput(torch.Tensor):
    """An output whose `grad_fn` is a PlainNode. PyTorch knows nothing of its graph."""

    __torch_function__ = torch._C._disabled_torch_function_impl
    grad_fn = None
    output_nr = 0


def plan_of(output, leaves, seed=0):
    """Write a graph down as plain data, with a random slope for each arrow and result.

    Arguments:
        output: a tensor with a graph.
        leaves: {name: leaf of the graph}.
        seed: of the slopes, which lie between 0.5 and 1.5.

    Returns a dict: "nodes" has for each node its type's name, the name of its leaf or None, its
    sequence number and its arrows; "number" is the number of the output among the results of the
    first node, and "shape" the shape of the output, which all leaves get. An arrow is None, or a
    list of the place of the node that it leads to, the number of the result there, and a slope for
    each result of the node that it leaves, or None if nothing is ever passed on.
    """
    nodes = nodes_of(output)
    places = {node: place for place, node in enumerate(nodes)}
    results = [1] * len(nodes)
    results[0] += output.output_nr
    for node in nodes:
        for after, number in node.next_functions:
            if after is not None:
                results[places[after]] = max(results[places[after]], number + 1)
    draw = torch.Generator().manual_seed(seed)
    plan = []
    for node, count in zip(nodes, results, strict=True):
        kind = type(node).__name__
        arrows = []
        for place, (after, number) in enumerate(node.next_functions):
            if after is None:
                arrows.append(None)
                continue
            slopes = torch.rand(count, generator=draw, dtype=torch.float64).add(0.5).tolist()
            stops = kind == "FirstOnlyBackward" and place == 1
            arrows.append([places[after], number, None if stops else slopes])
        name = None
        if is_leaf(node):
            name = next(name for name, leaf in leaves.items() if leaf is node.variable)
        plan.append([kind, name, node._sequence_nr(), arrows])
    return {"nodes": plan, "number": output.output_nr, "shape": list(output.shape)}


def build_plain(plan, leaves):
    """Build a graph; return its output.

    Arguments:
        plan: a dict that `plan_of` returns.
        leaves: {name: leaf}.
    """
    nodes = []
    for kind, name, number, arrows in plan["nodes"]:
        slopes = [None if arrow is None else arrow[2] for arrow in arrows]
        node = type(kind, (PlainNode,), {})(kind, number, slopes)
        if name is not None:
            node.variable = leaves[name]
        nodes.append(node)
    for node, (*_, arrows) in zip(nodes, plan["nodes"], strict=True):
        entries = [(None, 0) if arrow is None else (nodes[arrow[0]], arrow[1]) for arrow in arrows]
        node.next_functions = tuple(entries)
    output = torch.zeros(plan["shape"], dtype=torch.float64).as_subclass(PlainOutput)
    output.grad_fn = nodes[0]
    output.output_nr = plan["number"]
    return output


def watch_plain(run_backward, plan, times=1):
    """Let an engine run a graph of plain objects; return {name of a leaf: the numbers of `.grad`}.

    Without a `.grad`, there is None instead of the list.

    Arguments:
        run_backward: the learner's function, which is called with an output.
        plan: a dict that `plan_of` returns.
        times: how often it is called.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    names = [name for _, name, *_ in plan["nodes"] if name is not None]
    leaves = {}
    for name in names:
        leaves[name] = torch.zeros(plan["shape"], dtype=torch.float64, requires_grad=True)
    for _ in range(times):
        output = build_plain(plan, leaves)
        with by_hand(), watching():
            run_backward(output)
    return {
        name: None if leaf.grad is None else leaf.grad.flatten().tolist()
        for name, leaf in leaves.items()
    }
