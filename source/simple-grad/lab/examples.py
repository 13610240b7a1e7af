"""Programs that the notebooks and their checks try your functions on.

Entry points: `nested`, `sum_and_product` (notebook 1), `leaking`, `moving_mask` (2), `changed`,
`heard` (3), `with_gradients`, `lines_of`, `count_recordings` (5).
"""

import torch

from . import simple_grad
from .helpers import run
from .simple_grad import Entry, Variable, record


def nested(operator):
    """Return a program that uses an operator of two inputs twice."""
    return lambda a, b: operator(operator(a, b), b)


def sum_and_product(a, b):
    """One line with two outputs: a + b, and a * b."""
    r, t = Variable(a.value + b.value), Variable(a.value * b.value)

    def propagate(grad_outputs):
        grad_r, grad_t = grad_outputs
        if grad_t is None:
            return [grad_r, grad_r]
        through_t = [grad_t * b, grad_t * a]
        return through_t if grad_r is None else [one + grad_r for one in through_t]

    record("sum_and_product", [a, b], [r, t], propagate)
    return r, t


# ---- relus whose backward rule is wrong ----------------------------------------------------------


def leaking(a):
    """A relu that lets a tenth of the gradient through a shut gate."""
    r = Variable(torch.relu(a.value))
    slope = torch.where(a.value > 0, 1.0, 0.1).to(a.value.dtype)
    record("leaking", [a], [r], lambda grads: [grads[0] * Variable(slope)])
    return r


def moving_mask(a):
    """A relu whose mask is computed on the tape: as `a` times 1/a."""
    r = Variable(torch.relu(a.value))
    inverse = (a.value > 0) / a.value
    record("moving_mask", [a], [r], lambda grads: [grads[0] * (a * Variable(inverse))])
    return r


# ---- programs around a function of yours ---------------------------------------------------------


def heard(program):
    """Return the error of a program and its gradients as text, or an empty text."""
    left, right = ([0.5, 1.0], [3.0, 4.0])
    values = {"left": torch.tensor(left).double(), "right": torch.tensor(right).double()}
    try:
        run(program, values)
    except NotImplementedError:
        raise
    except RuntimeError as error:
        return str(error)
    return ""


def changed(guarded, which):
    """Return a program with a guarded product that changes a tensor in place.

    which: "left", "right" or "result", whose tensor it changes after the product; "left before";
        or "nothing".
    """

    def program(left, right):
        if which == "left before":
            left.value.mul_(2)
        result = guarded(simple_grad.mul)(left, right)
        there = {"left": left, "right": right, "result": result}
        if which in there:
            there[which].value.mul_(100)
        return result

    return program


def with_gradients(body):
    """Return a function of Variables: the sum of what another returns, and its gradients."""

    def function(*variables):
        loss = body(*variables).sum()
        return [loss, *simple_grad.grad(loss, list(variables))]

    return function


def lines_of(text):
    """Return the lines of a tape that was written as "t = a b; r = t c": outputs, then inputs."""
    pairs = [line.split("=") for line in text.split(";")]
    return [Entry("op", inputs.split(), outputs.split(), None) for outputs, inputs in pairs]


def count_recordings(jit):
    """Return a program that uses a jitted function, and counts how often it is recorded."""

    def program(a, b):
        calls = []

        def product(a, b):
            calls.append(len(calls))
            return [(a + b) * b]

        faster = jit(product)
        small, large = (a.value, b.value), (a.value.repeat(2), b.value.repeat(2))
        for number, (pair, often) in enumerate(
            [(small, 1), (small, 1), (large, 2), (small, 2), (large, 2)]
        ):
            tensors = [tensor + number for tensor in pair]
            [found] = faster(*tensors)
            if not isinstance(found, torch.Tensor):
                kind = type(found).__name__
                raise TypeError(f"A function by jit should return tensors, and returned a {kind}.")
            if len(calls) != often:
                sizes = "two sets of shapes" if often == 2 else "one set of shapes"
                raise ValueError(f"fn was recorded {len(calls)} times for {sizes}.")
            x, y = tensors
            if not found.equal((x + y) * y):
                raise ValueError(f"(a + b) * b is {found.tolist()}, torch says {(x + y) * y}.")
        return Variable(a.value)

    return program
