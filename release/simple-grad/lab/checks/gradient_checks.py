"""Checks of gradients, operators and lists of tensors.

Entry points: `check_operator`, `check_gradients`, `check_tensors`. They look at the plain data that
`try_operator` and `watched_run` return, and hold no solution.
"""

import re

import torch

from ..show import check
from ..wording import counted, expected, kind_named, kind_of
from .reference import equal, torch_gradients

# ---- gradients -----------------------------------------------------------------------------------


def check_gradients(got, want, values, what, lost=None, hint=""):
    """Compare gradients with those that torch has.

    got: {name: tensor or None}; None is as good as zeros here.
    want: {name: tensor}.
    values: {name: tensor}, whose shapes the gradients should have.
    what: how the sentence begins: what was computed.
    lost: a sentence for a None that should be a Variable, or None.
    hint: a sentence after a blank, for a wrong number.
    """
    check(isinstance(got, dict) and set(got) == set(want), f"{what}: some gradient is missing.")
    for name, right in want.items():
        mine = got[name]
        place = f"{what}: the gradient of {name}"
        if mine is None:
            sentence = expected(place, "a Variable", None)
            check(not right.any(), f"{sentence} {lost}" if lost else sentence)
            continue
        check(isinstance(mine, torch.Tensor), f"{place} holds no tensor.")
        check_shape(mine, values[name], name, what)
        check(equal(mine, right), f"{expected(place, right, mine)}{hint}")


OF_BOTH = (
    "The L1 that you made does not depend on it. Is L1 made of *both* first gradients, and are "
    "these the Variables that grad returned?"
)
NOT_ON_THE_TAPE = (
    "The tape does not know where the first gradients came from. Add Variables, not their values, "
    "and leave the entries that this records on the tape."
)
NO_PATH = (
    "No path on the tape leads back to it. What a backward rule reads must be an input or an "
    "output of an entry."
)


def of_unmade(outcome):
    """Return a question on what backward read and no entry made, or "".

    outcome: a result of `watched_run`.
    """
    return "".join(
        f" Backward reads {name}, which is not an output of any entry. Is it a constant, or "
        f"does it depend on {' and '.join(outcome['grads'])}?"
        for name in outcome["unmade"][:1]
    )


def check_shape(gradient, value, name, what):
    """Check that a gradient has the shape of what it is the gradient of."""
    place = f"{what}: shape of the gradient of {name}"
    sentence = expected(place, tuple(value.shape), tuple(gradient.shape))
    check(gradient.shape == value.shape, f"{sentence} A gradient has the shape of its Variable.")


# ---- one operator --------------------------------------------------------------------------------


def check_operator(outcome, values, compute, gradient, what, sources=None, label=None):
    """Check a result of `try_operator`: the value, the entry, the backward rule.

    values: {name: tensor}, the inputs.
    compute: the same as torch has it, a function of tensors.
    gradient: what arrived, a tensor.
    what: how the sentence begins.
    sources: {name: names}, what the tape must know to be behind each gradient ("arrived" and names
        of inputs); None leaves that out.
    label: as for `check_forward`.
    """
    check_forward(outcome, values, compute, what, label)
    failed = outcome["failed"]
    of_shapes = re.search("shape|size|dimension", failed or "")
    hint = (
        " Write the shapes of the tensors that meet there next to each other." if of_shapes else ""
    )
    check(failed is None, f"{what}: its propagate fails with {failed}{hint}")
    want = torch_gradients(compute, values, gradient=gradient)
    named = outcome["entry"][1]  # a rule returns in the order of its own entry
    order = named if sorted(named) == sorted(want) else want
    for name, (kind, mine, behind) in zip(order, outcome["gradients"], strict=True):
        right = want[name]
        place = f"{what}: the gradient of {name}"
        hint = OF_KINDS.get(kind, "")
        check(kind == "Variable", f"{expected(place, 'a Variable', kind_named(kind))}{hint}")
        check_shape(mine, values[name], name, what)
        check(equal(mine, right), expected(place, right, mine))
        for source in (sources or {}).get(name, ()):
            check(source in behind, f"{what}: {unknown(name, source)}")


# What to say of a gradient that is not a Variable, by the name of its type.
OF_KINDS = {
    "Tensor": " The tape cannot see what was done with a bare tensor. Compute with Variables.",
    "list": " propagate is called with a *list*: `[g] = grads` opens it.",
}


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
    check(kind == "Variable", expected(what, "a Variable", kind_named(kind)))
    for name, value in values.items():
        check(
            equal(outcome["inputs"][name], value),
            f"{what} has changed the value of its input {name}.",
        )
    recorded = outcome["operators"]
    sentence = expected(f"{what}: number of entries", 1, len(recorded))
    steps = f"It leads from {' and '.join(values)} to the result. Yours are {', '.join(recorded)}."
    check(len(recorded) < 2, f"{sentence} {steps}")
    own = f"{what} left no entry of its own on the tape that made its result."
    check(outcome["entry"] is not None, own)
    right = compute(*values.values())
    value = outcome["value"]
    shapes = tuple(right.shape), tuple(value.shape)
    check(value.shape == right.shape, expected(f"{what}: shape of the result", *shapes))
    check(equal(value, right), expected(f"{what}: the result", right, value))
    operator, inputs, outputs = outcome["entry"]
    right_inputs = inputs == list(values) if label else sorted(inputs) == sorted(values)
    want = f"({label or operator!r}, {list(values)}, [one output])"
    check(
        right_inputs and len(outputs) == 1 and operator == (label or operator),
        expected(f"{what}: the entry", want, f"({operator!r}, {inputs}, {outputs})"),
    )


# ---- lists of tensors ---------------------------------------------------------------------------


def check_tensor(got, like, what):
    """Check that something is a tensor of the shape of `like`, and no Variable."""
    sentence = expected(what, "a tensor", kind_of(got))
    check(
        isinstance(got, torch.Tensor),
        f"{sentence} Return tensors, not Variables, and zeros instead of None.",
    )
    shapes = tuple(like.shape), tuple(got.shape)
    check(got.shape == like.shape, expected(f"{what} has the wrong shape", *shapes))


def check_tensors(got, want, what, close=None, hint=""):
    """Compare a list of tensors with the right ones.

    close: how close they must be, as for `torch.allclose`; as close as rounding lets, if left out.
    hint: a sentence after a blank, for a wrong number.
    """
    several = isinstance(got, (list, tuple))
    form = f"a list of {counted(len(want), 'tensor')}"
    returned = f"a list of {len(got)}" if several else kind_of(got)
    sentence = expected(f"{what}: what you return", form, returned)
    check(several and len(got) == len(want), f"{sentence} There is one for each input.")
    for name, mine, right in zip("abc", got, want, strict=False):
        place = f"{what}: what you return for {name}"
        check_tensor(mine, right, place)
        near = torch.allclose(mine.double(), right, **close) if close else equal(mine, right)
        check(near, f"{expected(place, right, mine)}{hint}")
