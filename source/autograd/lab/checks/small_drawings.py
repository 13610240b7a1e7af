"""All small graphs, drawn: for the checks of notebook 3, and for a search in it.

Entry points: `watch_small` calls a drawing function where the answer is, `check_small` compares;
`smallest` searches in the notebook, `watch_smallest` and `check_smallest` when work is graded.

The right graph is made from the program, which is plain data, not from PyTorch's nodes.

The text of the task demands each of these:

- any operation, with one to three inputs: "Draw one edge for every entry of `node.next_functions`"
- x, which does not require grad: "whose node is not `None`"
- an operation that is twice an input: "If two entries lead to the same node, draw two edges."
- an operation that several others use: "`visited` remembers the nodes that were drawn."
"""

from functools import cache

from ..drawings import Graph, read_dot
from ..show import CheckFailed, check, show, with_titles
from . import smallest as searching
from .answer_checks import ask
from .drawing_checks import any_mistake, dot_of, mistake, ordered_like, with_marked_edges
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


def watch_one(visualize_autograd_graph, program):
    """Return {"dot": the DOT text of what a function draws for a program, or None}."""
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    output, _ = run(program, fresh_leaves(program, NUMBERS))
    return {"dot": getattr(visualize_autograd_graph(output), "source", None)}


def watch_small(visualize_autograd_graph, cases):
    """Let a function draw graphs; return a list of what `watch_one` returns, or of errors as text.

    Raises NotImplementedError if the function is not written yet.
    """
    __tracebackhide__ = True
    return [searching.watched(visualize_autograd_graph, program, watch_one) for program in cases]


def check_small(watch, visualize_autograd_graph):
    """Check a drawing function on the sample.

    Arguments:
        watch: `watch_small`, called where the answer runs.
        visualize_autograd_graph: the answer.
    """
    __tracebackhide__ = True
    cases = sample()
    records = ask(watch, visualize_autograd_graph, cases)
    for program, record in zip(cases, records, strict=True):
        what = text_of(program)
        error = why_not_drawn(record)
        check(error is None, f"{what}: {error}")
        # A wrong direction, and an edge to nothing, cost their points in other checks.
        sentence = mistake(read_dot(record["dot"]), graph_of(program), ["once"])
        if sentence:
            raise CheckFailed(f"{what}: {sentence}", record["dot"])


def why_not_drawn(record):
    """Return why a record of `watch_small` holds no drawing, or None."""
    if isinstance(record, str):
        return record
    return None if isinstance(record["dot"], str) else "your function returns no drawing."


def smallest(visualize_autograd_graph):
    """Search the smallest graph that your function draws wrong; print a sentence, and draw it.

    Your drawing comes first, and then the right graph.
    """
    name = "visualize_autograd_graph"
    cases = all_cases()
    wrong = searching.search(
        name, visualize_autograd_graph, cases, watch_one, mistake_of, NOT_TRIED
    )
    if wrong:
        mine, right = pictures_of(*wrong)
        for picture in with_titles(mine, right) if mine else [right]:
            show(picture)


def watch_smallest(visualize_autograd_graph):
    """Search the smallest graph that a function draws wrong, where the function is.

    Returns its number in `all_cases` and its record, or None if the function is right on all.
    """
    __tracebackhide__ = True
    return searching.first_wrong(visualize_autograd_graph, all_cases(), watch_one, mistake_of)


def check_smallest(watch, visualize_autograd_graph):
    """Fail with a sentence and both drawings of the smallest graph that a function draws wrong.

    Arguments:
        watch: `watch_smallest`, called where the answer runs.
        visualize_autograd_graph: the answer.
    """
    __tracebackhide__ = True
    wrong = ask(watch, visualize_autograd_graph)
    if wrong:
        number, record = wrong
        program = all_cases()[number]
        sentence = mistake_of(program, record)
        if sentence:
            mine, right = pictures_of(program, record)
            raise CheckFailed(sentence, mine or right, right if mine else None)


def mistake_of(program, record):
    """Compare a record of `watch_small` with the right graph; return a sentence, or None."""
    what = text_of(program)
    error = why_not_drawn(record)
    if error:
        return f"{what}: {error}"
    graph = graph_of(program)
    sentence = any_mistake(read_dot(record["dot"]), graph)
    return f"{what}: {sentence}" if sentence else None


def pictures_of(program, record):
    """Return the drawing in a record, with its edges marked, and the right one.

    Both are DOT text; the first is None if the record holds no drawing that can be read.
    """
    graph = graph_of(program)
    plain = [""] * len(graph.edges)
    if why_not_drawn(record):
        return [None, dot_of(graph, plain)]
    drawing = read_dot(record["dot"])
    if drawing.broken:
        return [None, dot_of(graph, plain)]
    return [
        with_marked_edges(drawing, graph),
        dot_of(ordered_like(drawing, graph), plain),
    ]
