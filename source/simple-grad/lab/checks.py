"""What the checks of these notebooks say of gradients, operators and lists of tensors.

Entry points: `check_operator`, `check_gradients`, `check_tensors`. They look at the plain data that
`try_operator` and `run` of helpers.py return, and hold no solution.
"""

import re

import torch

from .oracle import equal, say, shape, torch_gradients
from .show import check

# ---- gradients -----------------------------------------------------------------------------------


def check_gradients(got, want, values, what, lost=None, hint=""):
    """Compare gradients with those that torch has.

    got: {name: tensor or None}; None is as good as zeros here.
    want: {name: tensor}.
    values: {name: tensor}, whose shapes the gradients should have.
    what: how the sentence begins: what was computed.
    lost: what to say of a None that should be a Variable; that it should be one, if left out.
    hint: what to say after a wrong number.
    """
    check(isinstance(got, dict) and set(got) == set(want), f"{what}: some gradient is missing.")
    for name, right in want.items():
        mine = got[name]
        if mine is None:
            check(not right.any(), f"{what}: the gradient of {name} is None; {lost or WANTED}")
            continue
        check(isinstance(mine, torch.Tensor), f"{what}: the gradient of {name} holds no tensor.")
        check_shape(mine, values[name], name, what)
        check(equal(mine, right), f"{what}: {differ(name, mine, right)}{hint}")


WANTED = "it should be a Variable."
OF_BOTH = (
    "the L1 that you made does not depend on it. Is L1 made of *both* first gradients, and are "
    "these the Variables that grad returned?"
)
NO_PATH = (
    "no path on the tape leads back to it. What a backward rule reads must be an input or an "
    "output of an entry."
)


def of_unmade(outcome):
    """Return a question on what backward read and no entry made, of a result of `run`; or ""."""
    return "".join(
        f" Backward reads {name}, which is not an output of any entry. Is it a constant, or "
        f"does it depend on {' and '.join(outcome['grads'])}?"
        for name in outcome["unmade"][:1]
    )


def check_shape(gradient, value, name, what):
    """Check that a gradient has the shape of what it is the gradient of."""
    check(
        gradient.shape == value.shape,
        f"{what}: the gradient of {name} has the shape {shape(gradient)}, {name} has "
        f"{shape(value)}.",
    )


def differ(name, mine, right):
    """Say that a gradient has other numbers than torch's."""
    return f"the gradient of {name} is {side_by_side(mine, right)}"


def side_by_side(mine, right):
    """Return two tensors as text, and how far apart they are where the text does not show it."""
    text = f"{say(mine)}, torch says {say(right)}."
    if say(mine) != say(right):
        return text
    return f"{text} The largest difference is {float((mine - right).detach().abs().max()):.1e}."


# ---- one operator --------------------------------------------------------------------------------


def check_operator(outcome, values, compute, gradient, what, sources=None):
    """Check a result of `try_operator`: the value, the entry, the backward rule.

    values: {name: tensor}, the inputs.
    compute: the same as torch has it, a function of tensors.
    gradient: what arrived, a tensor.
    what: how the sentence begins.
    sources: {name: names}, what the tape must know to be behind each gradient ("arrived" and names
        of inputs); None leaves that out.
    """
    check_forward(outcome, values, compute, what)
    failed = outcome["failed"]
    of_shapes = re.search("shape|size|dimension", failed or "")
    hint = " Write the shapes of all that meets there next to each other." if of_shapes else ""
    check(failed is None, f"{what}: its propagate fails with {failed}{hint}")
    want = torch_gradients(compute, values, gradient=gradient)
    named = outcome["entry"][1]  # a rule returns in the order of its own entry
    order = named if sorted(named) == sorted(want) else want
    for name, (kind, mine, behind) in zip(order, outcome["gradients"], strict=True):
        right = want[name]
        if kind == "Tensor":
            sentence = "the tape cannot see what was done with it. Compute with Variables."
            check(False, f"{what}: the gradient of {name} is a bare tensor: {sentence}")
        opened = (
            " propagate is called with a *list*: `[g] = grads` opens it." if kind == "list" else ""
        )
        check(kind == "Variable", f"{what}: the gradient of {name} is {kind}; {WANTED}{opened}")
        check_shape(mine, values[name], name, what)
        check(equal(mine, right), f"{what}: {differ(name, mine, right)}")
        for source in (sources or {}).get(name, ()):
            check(source in behind, f"{what}: {unknown(name, source)}")


def unknown(name, source):
    """Say that the tape does not know that a gradient depends on something."""
    from_what = "the one that arrived" if source == "arrived" else source
    return (
        f"the numbers are right, but the tape does not know how the gradient of {name} came from "
        f"{from_what}. Compute with Variables, not with their values."
    )


def check_forward(outcome, values, compute, what, label=None):
    """Check the value and the entry of a result of `try_operator`.

    label: what the entry must be called, with its inputs in order; None leaves that out.
    """
    kind = outcome["kind"]
    check(kind == "Variable", f"{what}: it should return a Variable, and returns a {kind}.")
    for name, value in values.items():
        check(
            equal(outcome["inputs"][name], value),
            f"{what} has changed the value of its input {name}.",
        )
    recorded = outcome["operators"]
    check(
        len(recorded) < 2,
        f"{what} should record one entry, from {' and '.join(values)} to its result; it recorded "
        f"{len(recorded)}: {', '.join(recorded)}.",
    )
    own = f"{what} left no entry of its own on the tape that made its result."
    check(outcome["entry"] is not None, own)
    right = compute(*values.values())
    check(
        outcome["value"].shape == right.shape,
        f"{what}: the result has the shape {shape(outcome['value'])}, torch says {shape(right)}.",
    )
    check(
        equal(outcome["value"], right),
        f"{what}: the result is not what torch computes: {say(outcome['value'])}, torch says "
        f"{say(right)}.",
    )
    operator, inputs, outputs = outcome["entry"]
    right_inputs = inputs == list(values) if label else sorted(inputs) == sorted(values)
    check(
        right_inputs and len(outputs) == 1 and operator == (label or operator),
        f"{what}: the entry is ({operator!r}, {inputs}, {outputs}). It should be "
        f"({label or operator!r}, {list(values)}, [one output]).",
    )


# ---- lists of tensors ---------------------------------------------------------------------------


def check_tensor(got, like, what):
    """Check that something is a tensor of the shape of `like`, and no Variable."""
    check(
        isinstance(got, torch.Tensor),
        f"{what} should be a tensor: return tensors, not Variables, and zeros instead of None.",
    )
    check(got.shape == like.shape, f"{what} has the shape {shape(got)}, not {shape(like)}.")


def check_tensors(got, want, what, close=None, hint=""):
    """Compare a list of tensors with the right ones.

    close: how close they must be, as for `torch.allclose`; as close as rounding lets, if left out.
    hint: what to say after a wrong number.
    """
    count = "one tensor" if len(want) == 1 else f"{len(want)} tensors, one for each input"
    check(
        isinstance(got, (list, tuple)) and len(got) == len(want),
        f"{what}: the list should hold {count}.",
    )
    for name, mine, right in zip("abc", got, want, strict=False):
        check_tensor(mine, right, f"{what}: what you return for {name}")
        near = torch.allclose(mine.double(), right, **close) if close else equal(mine, right)
        check(near, f"{what}: for {name} you have {side_by_side(mine, right)}{hint}")
