"""`replay_backward` shows the visits of `backward()` on the learner's own drawing of a graph."""

from collections import defaultdict

import torch

from .checks.drawing_checks import any_mistake, places
from .checks.smallest import watched
from .drawings import Graph, read
from .engine import is_leaf, nodes_of
from .show import graded_or_validated, if_written, show

# The graph of TwoLayerNet(3, 4, 2): its nodes in the order in which backward() visits them, and its
# edges. It is written down here, because code that finds it would solve the notebook's task.
VISITS = [
    ("operation", "SigmoidBackward0"),
    ("operation", "AddmmBackward0"),
    ("leaf", (2,)),
    ("operation", "TBackward0"),
    ("leaf", (2, 4)),
    ("operation", "ReluBackward0"),
    ("operation", "AddmmBackward0"),
    ("leaf", (4,)),
    ("operation", "TBackward0"),
    ("leaf", (4, 3)),
]
EDGES = [(0, 1), (1, 2), (1, 5), (1, 3), (3, 4), (5, 6), (6, 7), (6, 8), (8, 9)]
TWO_LAYERS = Graph(dict(enumerate(VISITS)), EDGES)


def replay_backward(visualize_autograd_graph, output):
    """Draw TwoLayerNet with the learner's function, with a slider over the visits of `backward()`.

    PyTorch's engine runs once, and adds to the `.grad` of the leaves. If the drawing is wrong, a
    printed sentence says what is missing. Nothing is drawn while a notebook is graded or validated.

    Arguments:
        visualize_autograd_graph: the learner's function.
        output: the output of TwoLayerNet(3, 4, 2).
    """
    if graded_or_validated():
        print("backward() is not replayed while a notebook is graded or validated.")
        return
    with if_written("visualize_autograd_graph"):
        drawing = watched(visualize_autograd_graph, output, read_drawing)
        # A text tells of an error.
        problem = drawing if isinstance(drawing, str) else any_mistake(drawing, TWO_LAYERS)
        if problem:
            print("Before backward() can be replayed, your drawing must be right.", problem)
            return
        if visits_of(output) != VISITS:
            print("In this version of PyTorch, backward() visits other nodes of TwoLayerNet.")
            return
        names = names_in(drawing, TWO_LAYERS)
        show(drawing.text, [names[visit] for visit in range(len(VISITS))])


def read_drawing(visualize_autograd_graph, output):
    """Return what a function draws, as a `Graph`."""
    return read(visualize_autograd_graph(output))


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
    """Run `backward()` from an output; return what it visits, in order, as in VISITS."""
    visits = []
    for node in nodes_of(output):
        leaf = ("leaf", tuple(node.variable.shape)) if is_leaf(node) else None
        kind = leaf or ("operation", type(node).__name__)
        node.register_prehook(lambda _, kind=kind: visits.append(kind))
    output.backward(torch.ones_like(output))
    return visits
