"""Helpers of the checks of notebook 5: networks, and what an engine leaves in their leaves.

Entry point: `check_run`. Names in capitals and `doubling` are the networks of the shown checks.
"""

import copy

import torch

from ..engine import MOST, is_leaf, nodes_of
from ..show import check, naming
from ..wording import expected, kind_of
from .answer_checks import ask, near
from .by_hand import REFUSED
from .student_side import build, copies


def numbers(*shape, seed=0, needs_grad=True, dtype=torch.float64):
    """Return a leaf with random numbers between 0.2 and 1.2."""
    draw = torch.Generator().manual_seed(seed)
    return torch.rand(shape, generator=draw, dtype=dtype).add(0.2).requires_grad_(needs_grad)


def doubling(times):
    """Return a case: a number to which itself is added, again and again."""
    steps = [("add", number, number) for number in range(times)]
    return f"t + t, {'once' if times == 1 else f'{times} times'}", steps, {"t": numbers()}


SKIP = (
    "A skip connection",  # h + h * v, with h = exp(w)
    [("exp", 0), ("mul", 2, 1), ("add", 2, 3)],
    {"w": numbers(seed=1), "v": numbers(seed=2)},
)
OTHER_WAY = (
    "A skip connection, the other way round",  # h * v + h
    [("exp", 0), ("mul", 2, 1), ("add", 3, 2)],
    {"w": numbers(seed=18), "v": numbers(seed=19)},
)
PRODUCT = (
    "A product of two vectors",
    [("mul", 0, 1), ("sum", 2)],
    {"a": numbers(2, seed=8), "b": numbers(2, seed=9)},
)
UNBIND = (
    "The product of two rows, by unbind",
    [("unbind", 0), ("mul", 1, 2), ("sum", 3)],
    {"m": numbers(2, 3, seed=8)},
)
TWO_LAYERS = (
    "Two layers",
    [("addmm", 2, 0, 1), ("tanh", 5), ("addmm", 4, 6, 3)],
    {
        "x": numbers(4, 3, seed=3, needs_grad=False),
        "W1": numbers(3, 5, seed=4),
        "b1": numbers(5, seed=5),
        "W2": numbers(5, 2, seed=6),
        "b2": numbers(2, seed=7),
    },
)


def ask_run(watch, run_backward, *arguments):
    """Let an answer run a graph; return what `watch_run` or `watch_plain` returns."""
    __tracebackhide__ = True
    try:
        return ask(watch, run_backward, *arguments)
    except RuntimeError as error:
        own = str(error) == REFUSED or f"{MOST:,} nodes have run" in str(error)
        check(not own, str(error))
        raise


def real_run(network, inputs, times):
    """Return {name: `.grad`} of the leaves after PyTorch's own backward, and count operations."""
    network, leaves = copy.deepcopy(network), copies(inputs)
    for _ in range(times):
        output = build(network, leaves)
        output.backward(torch.ones_like(output))
    if isinstance(network, torch.nn.Module):
        leaves |= dict(network.named_parameters())
    operations = sum(not is_leaf(node) for node in nodes_of(output))
    return {name: leaf.grad for name, leaf in leaves.items()}, operations


def check_run(watch_run, run_backward, case, times=1, once=False):
    """Compare what an engine leaves in `.grad` with what backward() leaves there.

    Arguments:
        watch_run: the function of `lab.checks.student_side`, called where the answer runs.
        run_backward: the answer.
        case: a name, a network, and its inputs, as in `given.build`.
        times: how often the engine is called.
        once: whether each operation has to run once.

    Returns what `watch_run` returns.
    """
    __tracebackhide__ = True
    what, network, inputs = case
    with naming(what):
        mine = ask_run(watch_run, run_backward, network, inputs, times)
        real, operations = real_run(network, inputs, times)
        check(mine["ran"] > 0, "your function has run no operation with run_node.")
        wrong_count = expected("number of operations that ran", operations, mine["ran"])
        check(not once or mine["ran"] == operations, wrong_count)
        for name, want in real.items():
            sentence = wrong_grad(name, mine, want, times)
            check(sentence is None, sentence)
    return mine


def wrong_grad(name, seen, real, times):
    """Compare the `.grad` of a leaf with the real one; return a sentence, or None.

    Arguments:
        name: the name of the leaf.
        seen: what `watch_run` returned.
        real: the `.grad` that backward() leaves, or None.
        times: how often the engine was called.
    """
    mine = seen["grads"][name]
    if mine is None and real is None:
        return None
    if real is None:
        sentence = expected(f".grad of {name}", "None", kind_of(mine))
        return f"{sentence} No gradient reaches it."
    if mine is None:
        sentence = expected(f".grad of {name}", "a tensor", "None")
        if name in seen["reached"]:
            return f"{sentence} An operation has sent a gradient to its node. Who fills .grad?"
        return f"{sentence} No gradient has reached it: does your loop skip an arrow?"
    if mine.shape != real.shape:
        return expected(
            f".grad of {name} has the wrong shape", tuple(real.shape), tuple(mine.shape)
        )
    wrong = ~near(mine, real)
    if not wrong.any():
        return None
    place = tuple(wrong.nonzero()[0].tolist())
    at = f"[{', '.join(map(str, place))}]" if place else ""
    calls = f" after {times} calls" if times > 1 else ""
    sentence = expected(f".grad of {name}{at}{calls}", real[place].item(), mine[place].item())
    if times > 1 and bool(near(mine * times, real).all()):
        return f"{sentence} Is .grad replaced, or added to?"
    first = seen["first"][name]
    if times > 1 and first is not None and bool(near(first * times, real).all()):
        return f"{sentence} After the first call it was right: is something kept from call to call?"
    why = "Its node ran before all its gradients had arrived, or they were not added."
    return f"{sentence} {why}"
