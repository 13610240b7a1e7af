"""Programs that the notebooks and their checks try your functions on.

Entry points: `used_again`, `sum_and_product`, `USED_TWICE`, `B_NOT_USED`, `long_chain`,
`DIFFERENTIATED_TWICE` and more (notebook 1), `leaking`, `moving_mask` (2), `TWO_INPUTS`, `SCALARS`,
`WITH_ZEROS`, `two_ones` (3), `LARGER` (4), `with_gradients`, `a_constant_too`, `SMALL_TAPES`,
`entries_of`, `moons_and_weights` (5), `digits_and_weights`, `ONE_NODE`, `half_blind`,
`two_rounds` (6).
"""

import torch

from . import simple_grad
from .digits import a_batch
from .drawing.pictures import two_moons
from .helpers import weights_for
from .simple_grad import Entry, Variable, record

WEIGHTS = ["w1", "b1", "w2", "b2"]  # the names of those of a network of two layers


def used_again(operator):
    """Return a program that uses an operator of two inputs three times, twice with the same."""
    return lambda a, b: operator(operator(a, b), operator(a, b))


def sum_and_product(a, b):
    """One entry with two outputs: a + b, and a * b."""
    r, t = Variable(a.value + b.value), Variable(a.value * b.value)

    def propagate(grad_outputs):
        grad_r, grad_t = grad_outputs
        if grad_t is None:
            return [grad_r, grad_r]
        through_t = [grad_t * b, grad_t * a]
        return through_t if grad_r is None else [one + grad_r for one in through_t]

    record("sum_and_product", [a, b], [r, t], propagate)
    return r, t


def both_used(a, b):
    """Multiply the two outputs of one entry."""
    r, t = sum_and_product(a, b)
    return r * t


def stopped(a, b):
    """Multiply, by an operator that lets nothing through to its first input."""
    r = Variable(a.value * b.value)
    record("stopped", [a, b], [r], lambda grad_outputs: [None, grad_outputs[0] * a])
    return r


def of_inner_ones(loss, wanted):
    """Return the gradients of the first result of the program, of the loss itself, and of a."""
    return simple_grad.grad(loss, [simple_grad.variables["v0"], loss, wanted[0]])


def of_the_first_twice(loss, wanted):
    """Return the gradients of all inputs, by a `grad` that is asked for the first one twice."""
    return simple_grad.grad(loss, [wanted[0], *wanted])[1:]


def short_and_long(a, b):
    """Use t twice: once far from the loss, once near it."""
    t = a * b
    return (t * a + b) * t


def sum_twice(a, b):
    """Add t to itself."""
    t = a + b
    return t + t


def doublings(a, b):
    """Add t to itself, fourteen times."""
    t = a + b
    for _ in range(14):
        t = t + t
    return t


def beside(a, b, c):
    """Return a * c, and record entries that nothing reads."""
    loss = a * c
    a * b + b
    return loss


def long_chain(a, b):
    """Return a * b behind 560 entries of an operator that returns its input."""
    t = a * b
    for _ in range(560):
        same = Variable(t.value)
        record("same", [t], [same], lambda grad_outputs: grad_outputs)
        t = same
    return t


def sum_of_squares(gradients):
    """Return the sum of the squares of two gradients, which are scalars."""
    of_a, of_b = gradients
    return of_a * of_a + of_b * of_b


B_NOT_USED = {
    "b is not used": lambda a, b, c: a * c,
    "Entries that nothing reads": beside,
    "An entry with two outputs, none of them read": lambda a, b, c: (sum_and_product(a, b), a * c)[
        1
    ],
}
DIFFERENTIATED_TWICE = {"a * b * b": lambda a, b: a * b * b}
USED_TWICE = {
    "(a * a) * b": lambda a, b: (a * a) * b,
    "t + t, where t = a + b is done once": sum_twice,
    "(t * a + b) * t, where t = a * b is done once": short_and_long,
    "t = a + b, and then t = t + t, fourteen times": doublings,
}
TWO_INPUTS = {  # for `second_gradients`; a * a does not use b
    "a * b": lambda a, b: a * b,
    "(a + b) * b": lambda a, b: (a + b) * b,
    "a * a": lambda a, b: a * a,
}
SCALARS = {  # of two inputs, for `hvp`
    "sum(a * b * b)": lambda a, b: (a * b * b).sum(),
    "sum(a) * sum(a * b)": lambda a, b: a.sum() * (a * b).sum(),
}
WITH_ZEROS = {
    "sum(a * a), b is not used": lambda a, b: (a * a).sum(),
    "sum(b * b), a is not used": lambda a, b: (b * b).sum(),
    "sum(a + b), which is linear": lambda a, b: (a + b).sum(),
}


def square_plus_a(a, b):
    """Compute what `fused` of notebook 4 computes."""
    t = a * b
    return t * t + a


LARGER = {  # for `fused`: {title: (program around an operator, number of entries)}
    "fused(a, b) * b": (lambda fn: lambda a, b: fn(a, b) * b, 2),
    "fused(a, b) + fused(b, a)": (lambda fn: lambda a, b: fn(a, b) + fn(b, a), 3),
}
ONE_NODE = {  # for `aggregate`: {title: (function, number of outputs)}
    "(a + b) * b": (lambda a, b: (a + b) * b, 2),
    "t * t + a, with t = a * b": (square_plus_a, 2),
}


def half_blind(a, b):
    """Multiply, by an operator whose rule reads `a` and returns None for it."""
    r = Variable(a.value * b.value)
    record("half_blind", [a, b], [r], lambda grad_outputs: [None, grad_outputs[0] * a])
    return r


def two_rounds(a, b):
    """Return a product whose backward reads a * b * a, whose own backward reads a * b."""
    return half_blind(a * b * a, b)


# ---- relus whose backward rule is wrong ----------------------------------------------------------


def leaking(a):
    """A relu that lets a tenth of the gradient pass where its mask should be 0."""
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


# ---- more programs -------------------------------------------------------------------------------


def two_ones(x):
    """Return a Variable of two ones, which does not depend on `x`."""
    return Variable(x.value.new_ones(2))


def with_gradients(body):
    """Return a function of Variables: the sum of what another returns, and its gradients."""

    def function(*variables):
        loss = body(*variables).sum()
        return [loss, *simple_grad.grad(loss, list(variables))]

    return function


def a_constant_too(a, b):
    """Return a product, an input, and a constant."""
    seven = Variable(torch.full_like(a.value, 7.0))
    return [a * seven, a, seven]


SMALL_TAPES = [  # for `needed`: tape, inputs, outputs, what is needed, title
    ("c = k; d = c; r = d a", ["a"], ["r"], "r", "A constant made of a constant"),
    ("t = a b; u = t k; r = u b", ["b"], ["t"], "t", "Entries behind the output"),
    ("t = a; u = b; r = u u", ["a"], ["r"], "", "The input is a, and r is made of b"),
]


def digits_and_weights():
    """Return {name: tensor} of a step of training: x and y of 100 digits, and four weights."""
    return a_batch() | dict(zip(WEIGHTS, weights_for(64, 32, 10), strict=True))


def moons_and_weights(number):
    """Return {name: tensor} of a step of training: x and y of two half moons, and four weights."""
    points, labels = two_moons(number)
    moons = {"x": torch.tensor(points), "y": torch.tensor(labels).float().reshape(-1, 1)}
    return moons | dict(zip(WEIGHTS, weights_for(2, 32, 1), strict=True))


def entries_of(text):
    """Return the entries of a tape that was written as "t = a b; r = t c": outputs, then inputs."""
    pairs = [entry.split("=") for entry in text.split(";")]
    return [Entry("op", inputs.split(), outputs.split(), None) for outputs, inputs in pairs]
