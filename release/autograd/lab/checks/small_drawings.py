"""All small graphs, drawn: for the checks of notebook 3, and for a search in it.

Entry points: `watch_small` calls a drawing function where the answer is, `check_small` compares,
`smallest` searches.

The right graph is made from the program, which is plain data, not from PyTorch's nodes.

The text of the task demands each of these:

- any operation, with one to three inputs: "Draw one edge for every entry of `node.next_functions`"
- x, which does not require grad: "that is not `None`"
- an operation that is twice an input: "If two entries lead to the same node, draw two edges."
- an operation that several others use: "`visited` remembers the nodes that were drawn."
"""

import contextlib
from collections import Counter
from functools import cache

from ..drawings import Graph, read, read_dot
from ..show import NOT_WRITTEN, CheckFailed, check, show
from . import smallest as searching
from .answer_checks import ask
from .drawing_checks import dot_of, mistake, with_marked_edges, wrong_labels
from .small_graphs import fresh_leaves, in_order, leaves_of, programs, run, text_of

NUMBERS = {name: [[0.3, 1.1], [0.7, 0.4]] for name in ("w", "v", "x")}
TYPES = {
    "sin": "SinBackward0",
    "mul": "MulBackward0",
    "add": "AddBackward0",
    "t": "TBackward0",
    "addcmul": "AddcmulBackward0",
    "sin_and_cos": "SinAndCosBackward",
}
SHAPE = (2, 2)
ALL_MISTAKES = ("direction", "once", "none")
NOT_TRIED = "Larger graphs and other operations were not tried."
EVERY = 9  # of all graphs, the check takes each ninth


@cache
def all_cases():
    """Return small graphs, the smallest first.

    Up to two operations are sin, products, sums and a Function of two results, or one of them is a
    transposition or has three inputs. Those of three operations have one leaf, and no products.
    """
    common = ("sin", "mul", "add", "sin_and_cos")
    other = ("sin", "mul", "t", "addcmul")
    cases = in_order(1, [*programs(1, common, "wvx"), *programs(1, other, "wvx")])
    of_two = programs(2, other, "wx")
    with_other = [program for program in of_two if _has_one_other(program)]
    cases += in_order(2, [*programs(2, common, "wvx"), *with_other])
    cases += in_order(3, programs(3, ("sin", "add", "sin_and_cos"), "w"), most_rare=0)
    return list(dict.fromkeys(cases))


def _has_one_other(program):
    """Return whether a program has a transposition or an operation of three inputs, not both."""
    steps, _ = program
    operations = {operation for operation, *_ in steps}
    return len(operations & {"t", "addcmul"}) == 1


def sample():
    """Return the graphs that the check takes: a fixed choice over all sizes."""
    return all_cases()[::EVERY]


def graph_of(program):
    """Return the autograd graph behind the output of a program, as a `Graph`."""
    steps, _ = program
    kinds = {}
    edges = []
    for number, (operation, *inputs) in enumerate(steps):
        kinds[number] = "operation", TYPES[operation]
        # x does not require grad, so nothing leads to it.
        heads = [value if isinstance(value, str) else value[0] for value in inputs if value != "x"]
        edges += [(number, head) for head in heads]
    for name in leaves_of(program):
        if name != "x":
            kinds[name] = "leaf", SHAPE
    return Graph(kinds, edges)


def drawn(visualize_autograd_graph, program):
    """Return what a function draws for a program."""
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    output, _ = run(program, fresh_leaves(program, NUMBERS))
    return visualize_autograd_graph(output)


def watch_small(visualize_autograd_graph, cases):
    """Let a function draw graphs; return a list of (DOT text, None) or (None, error as text).

    Raises NotImplementedError if the function is not written yet.
    """
    __tracebackhide__ = True
    records = []
    for program in cases:
        try:
            dot = drawn(visualize_autograd_graph, program)
        except Exception as error:
            if str(error).startswith(NOT_WRITTEN):
                raise
            records.append((None, f"it raises {type(error).__name__}. {error}"))
        else:
            records.append((getattr(dot, "source", None), None))
    return records


def check_small(watch, visualize_autograd_graph):
    """Check a drawing function on the sample.

    Arguments:
        watch: `watch_small`, called where the answer runs.
        visualize_autograd_graph: the answer.
    """
    __tracebackhide__ = True
    cases = sample()
    records = ask(watch, visualize_autograd_graph, cases)
    for program, (text, error) in zip(cases, records, strict=True):
        what = text_of(program)
        check(error is None, f"{what}: {error}")
        check(isinstance(text, str), f"{what}: your function returns no drawing.")
        # A wrong direction, and an edge to nothing, cost their points in other checks.
        sentence = mistake(read_dot(text), graph_of(program), ["once"])
        if sentence:
            raise CheckFailed(f"{what}: {sentence}", text)


def smallest(visualize_autograd_graph):
    """Search the smallest graph that your function draws wrong; print a sentence, and draw it.

    Your drawing comes first, and then the right one.
    """
    name = "visualize_autograd_graph"
    cases = all_cases()
    wrong = searching.search(name, visualize_autograd_graph, cases, text_of, _mistake_of, NOT_TRIED)
    if wrong:
        graph = graph_of(wrong)
        with contextlib.suppress(Exception, searching.TooLong):
            with searching.limited(visualize_autograd_graph):
                drawing = read(drawn(visualize_autograd_graph, wrong))
            marked, *sentences = with_marked_edges(drawing, graph)
            print("Your drawing is the first, the right one the second.", *sentences)
            show(marked)
        show(dot_of(graph, [""] * len(graph.edges)))


def _mistake_of(visualize_autograd_graph, program):
    graph = graph_of(program)
    drawing = read(drawn(visualize_autograd_graph, program))
    if drawing.broken:
        return f"{text_of(program)}: Graphviz cannot read your drawing: {drawing.broken}."
    labels = Counter(graph.kinds.values())
    sentence = mistake(drawing, graph, ALL_MISTAKES) or wrong_labels(drawing, labels)
    return f"{text_of(program)}: {sentence}" if sentence else None
