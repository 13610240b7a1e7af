"""All small graphs, run by an engine: for the checks of notebook 5, and for a search in it.

Entry points: `watch_small` runs an engine where the answer is, `check_small` compares; `smallest`
searches in the notebook, `watch_smallest` and `check_smallest` when work is graded.

The text of the task demands each of these:

- sin, mul, add, long, two leaves: "It does what `output.backward(torch.ones_like(output))` does"
- one node with two arrows from another: "`t + t` has two to one node"
- x, which does not require grad: "An entry of `next_functions` may be `(None, 0)`"
- sin_and_cos: "the *number of the result* that the arrow leads to"
- an output that is a second result: "for its result number `output.output_nr`"
- first_only: "A gradient that is passed on may be None, too."
- two calls: "each leaf's `.grad` holds what it held before, plus its gradient"
- how many operations run: "Each operation runs once."
- no tensor in two leaves: "Give each leaf a `.grad` of its own"
"""

from functools import cache

import torch

from ..engine import is_leaf, watching
from ..show import check, show
from ..wording import expected
from . import smallest as searching
from .answer_checks import ask
from .by_hand import by_hand
from .small_graphs import fresh_leaves, in_order, leaves_of, programs, run, text_of

NUMBERS = {"w": [0.3, 1.1], "v": [0.7, -0.4], "x": [1.3, 0.6]}
OPERATIONS = ("sin", "mul", "add", "long", "sin_and_cos", "first_only")
NOT_TRIED = "Larger graphs, other operations and other shapes were not tried."
ROUNDING = 1e-9
TWICE = 2  # operations of the largest graphs that are run twice
EVERY = 11  # of all graphs, the checks take each eleventh
FIRST = 90 * EVERY  # of all graphs, as many are searched when work is graded, and then the sample


@cache
def all_cases():
    """Return all graphs of up to three operations, the smallest first.

    Those of three operations have one leaf, and at most one rare thing.
    """
    cases = []
    for size in (1, 2):
        cases += in_order(size, programs(size, OPERATIONS, ("w", "v", "x")))
    cases += in_order(3, programs(3, OPERATIONS, ("w",)), most_rare=1)
    return list(dict.fromkeys(cases))


def sample():
    """Return the graphs that the check takes: a fixed choice over all sizes."""
    return all_cases()[::EVERY]


def graded_cases():
    """Return the graphs that are searched when work is graded: all would take too long."""
    return all_cases()[:FIRST] + all_cases()[FIRST::EVERY]


def watch_one(run_backward, program):
    """Let an engine run a graph, one of up to TWICE operations twice; return plain data.

    Returns a dict: "grads" is a list of {name of a leaf: its `.grad` as numbers, or None}, after
    each call; "ran" is how many operations the first call has run, and "shared" whether two leaves
    had one tensor as their `.grad` then.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    steps, _ = program
    leaves = fresh_leaves(program, NUMBERS)
    grads = []
    ran = []
    shared = []
    for _ in range(2 if len(steps) <= TWICE else 1):
        output, _ = run(program, leaves)
        with by_hand(), watching() as visits:
            run_backward(output)
        filled = [leaf.grad for leaf in leaves.values() if leaf.grad is not None]
        places = {grad.untyped_storage().data_ptr() for grad in filled}
        grads.append({name: _numbers(leaf.grad) for name, leaf in leaves.items()})
        ran.append(sum(not is_leaf(node) for node in visits))
        shared.append(len(places) < len(filled))
    return {"grads": grads, "ran": ran[0], "shared": shared[0]}


def watch_small(run_backward, cases):
    """Let an engine run graphs; return a list of what `watch_one` returns, or of errors as text.

    Raises NotImplementedError if the engine is not written yet.
    """
    __tracebackhide__ = True
    return [searching.watched(run_backward, program, watch_one) for program in cases]


def _numbers(grad):
    """Return a gradient as a list of numbers, or None."""
    return None if grad is None else grad.tolist()


def real_grads(program):
    """Return {name of a leaf: its `.grad` as numbers, or None} after backward()."""
    leaves = fresh_leaves(program, NUMBERS)
    output, _ = run(program, leaves)
    output.backward(torch.ones_like(output))
    return {name: _numbers(leaf.grad) for name, leaf in leaves.items()}


def mistake(program, record):
    """Compare a record of `watch_small` with what backward() leaves; return a sentence, or None."""
    if isinstance(record, str):
        return f"{title_of(program)}: {record}"
    real = real_grads(program)
    for calls, grads in enumerate(record["grads"], 1):
        for name, grad in real.items():
            want = None if grad is None else [number * calls for number in grad]
            if not _same(grads[name], want):
                twice = ", called twice" if calls == 2 else ""
                return expected(f"{title_of(program)}{twice}: .grad of {name}", want, grads[name])
    if record["shared"]:
        return f"{title_of(program)}: two leaves get one tensor as their .grad."
    steps, _ = program
    # If only None arrives at a node, an engine may leave it out.
    may_leave_out = any(operation == "first_only" for operation, *_ in steps)
    if record["ran"] == len(steps) or (may_leave_out and record["ran"] < len(steps)):
        return None
    return expected(f"{title_of(program)}: operations that ran", len(steps), record["ran"])


def _same(got, want):
    """Return whether a gradient is the real one; both are lists of numbers, or None."""
    if got is None or want is None:
        return got is None and want is None
    alike = isinstance(got, list) and len(got) == len(want)
    return alike and all(_close(mine, real) for mine, real in zip(got, want, strict=True))


def _close(mine, real):
    """Return whether a number is the real one, up to rounding."""
    return isinstance(mine, float) and abs(mine - real) <= ROUNDING * (1 + abs(real))


def title_of(program):
    """Return a program with the numbers of its leaves, as the beginning of a sentence."""
    names = leaves_of(program)
    numbers = [f"{name} = {tuple(NUMBERS[name])}" for name in names]
    frozen = ", which does not require grad" if "x" in names else ""
    return f"{text_of(program)}, with {', '.join(numbers)}{frozen}"


def check_small(watch, run_backward):
    """Check an engine on the sample.

    Arguments:
        watch: `watch_small`, called where the answer runs.
        run_backward: the answer.
    """
    __tracebackhide__ = True
    cases = sample()
    records = ask(watch, run_backward, cases)
    for program, record in zip(cases, records, strict=True):
        sentence = mistake(program, record)
        check(sentence is None, sentence)


def smallest(run_backward):
    """Search the smallest graph on which your engine is wrong; print a sentence, and draw it.

    The numbers below a node say when your engine visits it.
    """
    name = "run_backward"
    wrong = searching.search(name, run_backward, all_cases(), watch_one, mistake, NOT_TRIED)
    if wrong:
        program, _ = wrong
        show(*picture_of(program, visited_names(run_backward, program)))


def watch_smallest(run_backward):
    """Search the smallest graph on which an engine is wrong, where the engine is.

    Returns its number in `graded_cases`, its record and the names of the nodes that are visited, or
    None if the engine is right on all of them.
    """
    __tracebackhide__ = True
    cases = graded_cases()
    wrong = searching.first_wrong(run_backward, cases, watch_one, mistake)
    if wrong is None:
        return None
    number, record = wrong
    return number, record, visited_names(run_backward, cases[number])


def check_smallest(watch, run_backward):
    """Fail with the sentence and the picture of the smallest graph on which an engine is wrong.

    Arguments:
        watch: `watch_smallest`, called where the answer runs.
        run_backward: the answer.
    """
    __tracebackhide__ = True
    wrong = ask(watch, run_backward)
    if wrong:
        number, record, names = wrong
        program = graded_cases()[number]
        dot, _ = picture_of(program, names)
        sentence = mistake(program, record)
        check(sentence is None, sentence, dot)


def picture_of(program, names):
    """Return a graph as DOT text, each node with the numbers of its visits, and their order.

    `names` is what `visited_names` returns.
    """
    steps, _ = program
    lines = ["digraph {", "node [shape=box]"]
    for number, (operation, *inputs) in enumerate(steps):
        lines.append(f'{number} [label="{with_visits(operation, names, str(number))}"]')
        for value in inputs:
            if value != "x":
                lines.append(f"{number} -> {value if isinstance(value, str) else value[0]}")
    for name in leaves_of(program):
        if name != "x":
            look = "style=filled fillcolor=lightblue"
            lines.append(f'{name} [label="{with_visits(name, names, name)}" {look}]')
    return "\n".join([*lines, "}"]), [name for name in names if name]


def visited_names(run_backward, program):
    """Return the names of the nodes that an engine visits, in their order; None for others."""
    leaves = fresh_leaves(program, NUMBERS)
    output, nodes = run(program, leaves)
    with searching.unnoticed(), watching() as visits:
        # An error, or a loop without end, ends the visits.
        limited = searching.Limited(run_backward)
        searching.tried(limited, output, lambda engine, output: engine(output))
    return [name_of_visited(node, nodes, leaves) for node in visits]


def name_of_visited(node, nodes, leaves):
    """Return the name of a node in the picture, or None if it is not there."""
    if is_leaf(node):
        return next((name for name, leaf in leaves.items() if leaf is node.variable), None)
    return next((str(number) for number, other in enumerate(nodes) if other is node), None)


def with_visits(label, names, name):
    """Return the label of a node, with the numbers of its visits below it."""
    numbers = [str(number) for number, visited in enumerate(names, 1) if visited == name]
    if not numbers:
        return f"{label}\\nnot visited"
    return f"{label}\\nvisit {', '.join(numbers)}"
