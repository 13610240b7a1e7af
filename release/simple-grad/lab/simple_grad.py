"""A tape for reverse-mode automatic differentiation; the gradients are for you to write.

Read it from the top: a `Variable`, an `Entry`, the tape with `record`, and `mul`, a complete
operator. You write the other operators and the backward pass in the notebooks. `install(add)`
makes `a + b` call your `add`. torch only computes with the numbers.

The table of installed functions is in `operators.py`, and what the errors say in `messages.py`.
"""

import contextlib
from typing import NamedTuple

import torch

from . import messages
from .operators import call, install, installed


class Variable:
    """A tensor with a name, whose operators are recorded on the tape.

    value: a tensor, or a number.
    name: a str; without one it is called v0, v1, ...
    """

    maker = None  # the operator whose entry made it; None for an input

    def __init__(self, value, name=None):
        if isinstance(value, Variable) or value is None:
            raise TypeError(messages.NO_VALUE)
        self.value = torch.as_tensor(value)
        self.name = fresh_name() if name is None else name

    @property
    def shape(self):
        return tuple(self.value.shape)

    def __repr__(self):
        return f"{self.name} = {self.value}"

    def __add__(self, other):
        return call("add", *broadcast_operands(self, other))

    def __mul__(self, other):
        return call("mul", *broadcast_operands(self, other))

    def __matmul__(self, other):
        return call("matmul", self, require_variable(other))

    # A number or None on the left; a Variable there would have been called first.
    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + as_variable(other, self) * -1

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
counter = [0]  # how many names were made since the tape was reset


def record(operator, inputs, outputs, propagate):
    """Record an entry on the tape.

    operator: the name of the operator, a str.
    inputs, outputs: lists of Variables; an output must be new.
    propagate: see `Entry`.

    Raises TypeError where something is no Variable, ValueError where a name stands for two.
    """
    for variable in [*inputs, *outputs]:
        if not isinstance(variable, Variable):
            raise TypeError(messages.not_for_the_tape(operator, variable))
    for variable in inputs:
        require_own_name(variable)
        variables[variable.name] = variable
    for variable in outputs:
        if variable.name in variables:
            raise ValueError(messages.not_new(operator, variable, variables[variable.name]))
        variables[variable.name] = variable
        variable.maker = operator
    input_names = [variable.name for variable in inputs]
    output_names = [variable.name for variable in outputs]
    rule = messages.check_rule_result(operator, len(inputs), propagate)
    tape.append(Entry(operator, input_names, output_names, rule))


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


install(mul, transpose)


def grad(loss, wanted):
    """Return the gradients of a scalar, by the `grad` that was installed.

    loss: a Variable of shape ().
    wanted: a list of Variables.

    Returns a list: for each of `wanted` a Variable of its shape, or None if the gradient is known
    to be zero. Raises ValueError for a loss that is no scalar and for a name that stands for two,
    TypeError where the installed function returns something else.
    """
    differentiate = installed("grad")
    if loss.shape != ():
        raise ValueError(messages.not_a_scalar(loss))
    for variable in wanted:
        require_own_name(variable)
    return check_gradients(differentiate(loss, list(wanted)), wanted)


# ---- the tape ----------------------------------------------------------------------------------


def reset_tape():
    """Forget all entries and all names."""
    tape.clear()
    variables.clear()
    counter[0] = 0


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


def fresh_name():
    """Return a name that the tape does not know yet."""
    while True:
        name = f"v{counter[0]}"
        counter[0] += 1
        if name not in variables:
            return name


def shape_of(name):
    """Return the shape of the Variable that the tape knows by this name.

    Raises LookupError for a name that isn't on the tape.
    """
    if name not in variables:
        raise LookupError(messages.not_on_the_tape(name))
    return variables[name].shape


# ---- operands and results ------------------------------------------------------------------------


def broadcast_operands(one, other):
    """Return two Variables of one shape, as + and * take them: a smaller one is expanded.

    Raises what `as_variable` raises, and ValueError for shapes that do not broadcast.
    """
    other = as_variable(other, one)
    try:
        shape = tuple(torch.broadcast_shapes(one.shape, other.shape))
    except RecursionError:  # a RuntimeError too: an operator that calls itself
        raise
    except RuntimeError:
        raise ValueError(messages.no_common_shape(one, other)) from None
    operands = [one, other]
    return [operand if operand.shape == shape else operand.expand_to(shape) for operand in operands]


def as_variable(other, like):
    """Return `other` as a Variable: a number becomes one of the shape of `like`.

    Raises TypeError for None, for tensors, and for anything else that is no Variable.
    """
    if isinstance(other, (int, float)):
        dtype = torch.result_type(like.value, other)
        return Variable(torch.full_like(like.value, other, dtype=dtype))
    return require_variable(other)


def require_variable(other):
    """Return `other`; TypeError if it is no Variable."""
    if not isinstance(other, Variable):
        raise TypeError(messages.not_a_variable(other))
    return other


def require_own_name(variable):
    """Raise ValueError if the tape knows another Variable by the name of this one."""
    if variables.get(variable.name, variable) is not variable:
        raise ValueError(messages.two_of_one_name(variable))


def check_gradients(gradients, wanted):
    """Return gradients as a list if there is a Variable or None for each of `wanted`.

    Raises TypeError if not.
    """
    if not isinstance(gradients, (list, tuple)) or len(gradients) != len(wanted):
        raise TypeError(messages.not_one_for_each(wanted))
    for variable, gradient in zip(wanted, gradients, strict=True):
        if gradient is not None and not isinstance(gradient, Variable):
            raise TypeError(messages.not_a_gradient(variable, gradient))
    return list(gradients)
