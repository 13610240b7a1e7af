"""A tape for reverse-mode automatic differentiation; the gradients are for you to write.

Entry points: `Variable`, `record`, `tape`, `reset_tape`, `install`, `grad`. The operators `mul` and
`transpose` are worked examples. You write all others, and the backward pass, in the
notebooks: `install(add)` makes `a + b` call your `add`. torch only computes with the numbers.
"""

import contextlib
import functools
from typing import NamedTuple

import torch

NO_NUMBER = "This gradient is None: known to be zero. Check for None before you compute with it."
BARE = (
    "A Variable meets a bare tensor here, which the tape cannot see. Compute with the Variable "
    "itself, or make one: Variable(tensor)."
)


class Entry(NamedTuple):
    """An entry of the tape: what one operator did, by names, and how gradients go back through it.

    operator: the name of the operator, a str.
    inputs, outputs: lists of the names of the Variables that it read and made.
    propagate: a function of a list with one gradient for each output. It returns a list with one
        gradient for each input. A gradient is a Variable, or None where it is known to be zero.
    """

    operator: str
    inputs: list
    outputs: list
    propagate: object

    def __str__(self):
        return f"{', '.join(self.outputs)} = {self.operator}({', '.join(self.inputs)})"


tape = []  # the entries, in the order in which they were done
variables = {}  # {name: Variable} of all that is on the tape
operators = {}  # {name: function}: what was installed last
pinned = {}  # {name: function}: what `install` does not replace
counter = [0]  # how many names were made since the tape was reset
callers = []  # the names of the operators that are running
NESTED = 20  # calls of an operator inside of itself, before it is told so


class Variable:
    """A tensor with a name, whose operators are recorded on the tape.

    value: a tensor, or a number.
    name: a str; without one it is called v0, v1, ...
    """

    maker = None  # the operator whose entry made it; None for an input

    def __init__(self, value, name=None):
        if isinstance(value, Variable) or value is None:
            raise TypeError("A Variable is made of a tensor or a number.")
        self.value = torch.as_tensor(value)
        self.name = fresh_name() if name is None else name

    @property
    def shape(self):
        return tuple(self.value.shape)

    def __repr__(self):
        return f"{self.name} = {self.value}"

    def __add__(self, other):
        return call("add", *of_one_shape(self, other))

    def __mul__(self, other):
        return call("mul", *of_one_shape(self, other))

    def __matmul__(self, other):
        return call("matmul", self, partner(self, other, numbers=False))

    # A number or None on the left; a Variable there would have been called first.
    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + partner(self, other) * -1

    def sum(self):
        return self.sum_to(())

    def sum_to(self, shape):
        return call("sum_to", self, tuple(shape))

    def expand_to(self, shape):
        return call("expand_to", self, tuple(shape))

    def relu(self):
        return call("relu", self)

    def exp(self):
        return call("exp", self)

    @property
    def T(self):
        return call("transpose", self)


def of_one_shape(one, other):
    """Return two Variables of one shape, as + and * take them: a smaller one is expanded.

    Raises what `partner` raises, and ValueError for shapes that do not broadcast.
    """
    other = partner(one, other)
    try:
        shape = tuple(torch.broadcast_shapes(one.shape, other.shape))
    except RecursionError:
        raise
    except RuntimeError:
        raise ValueError(
            f"The shapes {one.shape} and {other.shape} meet in + or *, and no expand_to gives both "
            "of them one shape."
        ) from None
    return [each if each.shape == shape else each.expand_to(shape) for each in (one, other)]


def partner(variable, other, numbers=True):
    """Return the Variable that `variable` is computed with; a number becomes one of its shape.

    Raises TypeError for None, for tensors, and for a number where none is allowed.
    """
    if other is None:
        raise TypeError(NO_NUMBER)
    if isinstance(other, torch.Tensor):
        raise TypeError(BARE)
    if isinstance(other, (int, float)) and numbers:
        dtype = torch.result_type(variable.value, other)
        return Variable(torch.full_like(variable.value, other, dtype=dtype))
    if not isinstance(other, Variable):
        kind = type(other).__name__
        raise TypeError(f"A Variable cannot be computed with a value of type {kind}.")
    return other


# ---- the tape ----------------------------------------------------------------------------------


def reset_tape():
    """Forget all entries and all names."""
    tape.clear()
    variables.clear()
    counter[0] = 0


def fresh_name():
    """Return a name that the tape does not know yet."""
    while True:
        name = f"v{counter[0]}"
        counter[0] += 1
        if name not in variables:
            return name


def record(operator, inputs, outputs, propagate):
    """Record an entry on the tape.

    operator: the name of the operator, a str.
    inputs, outputs: lists of Variables; an output must be new.
    propagate: see `Entry`.

    Raises TypeError where something is no Variable, ValueError where a name stands for two.
    """
    for variable in [*inputs, *outputs]:
        if not isinstance(variable, Variable):
            kind = type(variable).__name__
            raise TypeError(f"{operator}: the tape holds Variables, not values of type {kind}.")
    for variable in inputs:
        if variables.setdefault(variable.name, variable) is not variable:
            raise ValueError(
                f"Two Variables have the name {variable.name}. Does one of them come from before "
                "reset_tape(), or was a function that names its Variables called twice?"
            )
    for variable in outputs:
        if variables.get(variable.name) is variable:
            maker = variable.maker
            origin = f"was made by another entry ({maker})" if maker else "is an input"
            raise ValueError(
                f"{operator}: its output {variable.name} {origin} already. Make a new Variable of "
                "a tensor, such as Variable(a.value + b.value)."
            )
        if variable.name in variables:
            raise ValueError(
                f"The name {variable.name} is on the tape already. Each output needs a name of its "
                "own: leave it out, and Variable finds one."
            )
        variables[variable.name] = variable
        variable.maker = operator
    names = [[variable.name for variable in some] for some in (inputs, outputs)]
    tape.append(Entry(operator, *names, returning_a_list(operator, len(inputs), propagate)))


def returning_a_list(operator, count, propagate):
    """Return a backward rule that raises TypeError unless it returns a list of `count`.

    It raises ValueError if it is called while it runs: its gradients would never be ready.
    """
    running = []

    @functools.wraps(propagate)
    def checked_rule(grad_outputs):
        if running:
            raise ValueError(
                f"{operator}: while its propagate runs, grad has reached the same entry again. If "
                "propagate calls grad, it should see only the entries that it records itself: hide "
                "the others by isolated_tape."
            )
        running.append(True)
        try:
            gradients = propagate(grad_outputs)
        finally:
            running.clear()
        if not isinstance(gradients, (list, tuple)):
            raise TypeError(
                f"the propagate of {operator} returned a value of type {type(gradients).__name__}. "
                "It should return a *list* with one gradient for each input, such as [g]."
            )
        if len(gradients) != count:
            raise TypeError(
                f"the propagate of {operator} should return a list of {count}, one gradient for "
                f"each input; it returned {len(gradients)}."
            )
        return list(gradients)

    return checked_rule


@contextlib.contextmanager
def isolated_tape(keep):
    """Hide all entries of the tape for a while.

    keep: whether the entries that are recorded meanwhile stay afterwards, after the hidden ones.
    """
    hidden = list(tape)
    tape.clear()
    try:
        yield
    finally:
        tape[:] = [*hidden, *tape] if keep else hidden


def shape_of(name):
    """Return the shape of the Variable that the tape knows by this name.

    Raises LookupError for a name that isn't on the tape.
    """
    if name not in variables:
        raise LookupError(
            f"{name} isn't on the tape. To get the shape of a Variable, use its .shape."
        )
    return variables[name].shape


# ---- two operators as examples -------------------------------------------------------------------


def mul(a, b):
    """Multiply two Variables of one shape, entry by entry."""
    r = Variable(a.value * b.value)

    def propagate(grad_outputs):
        [grad_r] = grad_outputs
        return [grad_r * b, grad_r * a]

    record("mul", [a, b], [r], propagate)
    return r


def transpose(a):
    """Turn a matrix: rows become columns."""
    r = Variable(a.value.T)

    def propagate(grad_outputs):
        [grad_r] = grad_outputs
        return [grad_r.T]

    record("transpose", [a], [r], propagate)
    return r


# ---- what you write ------------------------------------------------------------------------------


def install(*functions):
    """Let Variables use functions of yours: `install(add)` makes a + b call `add`."""
    operators.update({function.__name__: function for function in functions})


def install_all(engine):
    """Install {name: function} so that no later `install` replaces it.

    The grader does this first, so that a mistake in one function costs no points in another.
    """
    pinned.update(engine)


def installed(name):
    """Return the function of this name; NotImplementedError if there is none."""
    found = pinned.get(name) or operators.get(name)
    if found is None:
        raise NotImplementedError(f"This part is not written: {name}. Write it, or load it.")
    return found


def call(name, *arguments):
    """Call the operator of this name; RecursionError if it calls itself again and again."""
    operator = installed(name)
    if callers.count(name) > NESTED:
        raise RecursionError(
            f"{name} calls itself: on Variables, an operation such as + calls your operator. "
            f"Inside of {name}, compute with tensors, such as a.value."
        )
    callers.append(name)
    try:
        return operator(*arguments)
    finally:
        callers.pop()


def grad(loss, wanted):
    """Return the gradients of a scalar, by the `grad` that was installed.

    loss: a Variable of shape ().
    wanted: a list of Variables.

    Returns a list: for each of `wanted` a Variable of its shape, or None if the gradient is known
    to be zero. Raises ValueError for a loss that is no scalar, TypeError where the installed
    function returns something else.
    """
    differentiate = installed("grad")
    if loss.shape != ():
        raise ValueError(f"The loss has the shape {loss.shape}. It should be a scalar: use .sum().")
    return checked(differentiate(loss, list(wanted)), wanted)


def checked(gradients, wanted):
    """Return gradients as a list if there is a Variable or None for each of `wanted`.

    Raises TypeError if not.
    """
    if not isinstance(gradients, (list, tuple)) or len(gradients) != len(wanted):
        raise TypeError(f"Return a list of {len(wanted)} gradients, one for each that is wanted.")
    for variable, gradient in zip(wanted, gradients, strict=True):
        if gradient is not None and not isinstance(gradient, Variable):
            kind = type(gradient).__name__
            raise TypeError(
                f"The gradient of {variable.name} should be a Variable, not a value of type {kind}."
            )
    return list(gradients)


install(mul, transpose)
