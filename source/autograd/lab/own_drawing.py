"""`replay_backward` shows the visits of `backward()` on the learner's own drawing of a graph."""

import os
from collections import defaultdict

import torch

from .checks.drawing_checks import any_mistake, places
from .checks.smallest import watched
from .drawings import Graph, read
from .engine import is_leaf, nodes_of
from .show import if_written, show


def replay_backward(visualize_autograd_graph, output):
    """Draw a graph with the learner's function, with a slider over the visits of `backward()`.

    The visits are those of PyTorch's engine, which runs once and adds to the `.grad` of the leaves.
    If the drawing is wrong, a printed sentence says what is missing. Nothing is drawn while a
    notebook is graded or validated.

    Arguments:
        visualize_autograd_graph: the learner's function.
        output: a tensor with a graph.
    """
    if os.environ.get("NBGRADER_EXECUTION") in ("autograde", "validate"):
        print("backward() is not replayed while a notebook is graded or validated.")
        return
    with if_written("visualize_autograd_graph"):
        graph = graph_of(output)
        drawing = watched(visualize_autograd_graph, output, read_drawing)
        # A text tells of an error.
        problem = drawing if isinstance(drawing, str) else any_mistake(drawing, graph)
        if problem:
            print("Before backward() can be replayed, your drawing must be right.", problem)
            return
        names = names_in(drawing, graph)
        show(drawing.text, [names[node] for node in visits_of(output)])


def read_drawing(visualize_autograd_graph, output):
    """Return what a function draws, as a `Graph`."""
    return read(visualize_autograd_graph(output))


def graph_of(output):
    """Return the autograd graph behind an output, as a `Graph` of its nodes."""
    kinds = {}
    edges = []
    for node in nodes_of(output):
        leaf = ("leaf", tuple(node.variable.shape)) if is_leaf(node) else None
        kinds[node] = leaf or ("operation", type(node).__name__)
        edges += [(node, after) for after, _ in node.next_functions if after is not None]
    return Graph(kinds, edges)


def names_in(drawing, graph):
    """Return {node: its name in a drawing of the graph}.

    Learners may choose other names than `str(id(node))`. Of two nodes with the same place in the
    graph, either may get the name of the other.
    """
    numbers = {}
    names = defaultdict(list)
    for name, place in places(drawing.kinds, drawing.edges, numbers).items():
        names[place].append(name)
    return {
        node: names[place].pop()
        for node, place in places(graph.kinds, graph.edges, numbers).items()
    }


def visits_of(output):
    """Run `backward()` from an output; return the nodes of its graph in their order."""
    visits = []
    for node in nodes_of(output):
        node.register_prehook(lambda _, node=node: visits.append(node))
    output.backward(torch.ones_like(output))
    return visits
