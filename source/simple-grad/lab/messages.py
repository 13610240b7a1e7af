"""What the errors of the tape say, each by a function; and a check of what `propagate` returns.

Nothing here computes a gradient: `simple_grad.py` and `operators.py` raise the errors.
"""

import contextlib
import functools

NO_VALUE = "A Variable is made of a tensor or a number."


# ---- operands ------------------------------------------------------------------------------------


def not_a_variable(value):
    """Say what to do with a value that an operator of Variables cannot take."""
    if value is None:
        return "This gradient is None: known to be zero. Check for None before you compute with it."
    if hasattr(value, "requires_grad"):  # a tensor
        return (
            "A Variable meets a bare tensor here, which the tape cannot see. Compute with the "
            "Variable itself, or make one: Variable(tensor)."
        )
    return f"A Variable cannot be computed with a value of type {type(value).__name__}."


def no_common_shape(one, other):
    """Say that two Variables do not broadcast."""
    return (
        f"The shapes {one.shape} and {other.shape} meet in + or *, and no expand_to gives both of "
        "them one shape."
    )


# ---- entries -------------------------------------------------------------------------------------


def not_for_the_tape(operator, value):
    """Say that `record` was called with something else than Variables."""
    kind = type(value).__name__
    return f"{operator}: the tape holds Variables, not values of type {kind}."


def two_of_one_name(variable):
    """Say that the tape knows another Variable by the name of this one."""
    return (
        f"Two Variables have the name {variable.name}. Does one of them come from before "
        "reset_tape(), or was a function that names its Variables called twice?"
    )


def not_new(operator, output, known):
    """Say that the tape has `known` by the name of an output: the same Variable, or another one."""
    if known is not output:
        return (
            f"The name {output.name} is on the tape already. Each output needs a name of its own: "
            "leave it out, and Variable finds one. If you did, does an input come from before "
            "reset_tape()?"
        )
    origin = f"was made by another entry ({output.maker})" if output.maker else "is an input"
    return (
        f"{operator}: its output {output.name} {origin} already. Make a new Variable of a tensor, "
        "such as Variable(a.value + b.value)."
    )


def not_on_the_tape(name):
    """Say that the tape does not know a name."""
    return f"{name} isn't on the tape. To get the shape of a Variable, use its .shape."


def check_rule_result(operator, count, propagate):
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
                "the others with isolated_tape."
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


# ---- grad ----------------------------------------------------------------------------------------


def not_a_scalar(loss):
    """Say that only a scalar has gradients here."""
    return f"The loss has the shape {loss.shape}. It should be a scalar: use .sum()."


def not_one_for_each(wanted):
    """Say how many gradients `grad` should return."""
    return f"Return a list of {len(wanted)} gradients, one for each that is wanted."


def not_a_gradient(variable, gradient):
    """Say that a gradient is something else than a Variable or None."""
    kind = type(gradient).__name__
    return f"The gradient of {variable.name} should be a Variable, not a value of type {kind}."


# ---- functions -----------------------------------------------------------------------------------


def not_written(name):
    """Say that no function of this name is installed."""
    return f"This part is not written: {name}. Write it, or load it."


def calls_itself(name):
    """Say why an operator on Variables has no end."""
    return (
        f"{name} calls itself: on Variables, an operation such as + calls your operator. Inside of "
        f"{name}, compute with tensors, such as a.value."
    )


@contextlib.contextmanager
def explaining_recursion():
    """Say what may be wrong if the block ends with Python's own RecursionError."""
    try:
        yield
    except RecursionError as error:
        if "calls itself" in str(error):
            raise
        raise RecursionError(
            "A function calls itself too often. Does an operator call itself, in forward or in its "
            "propagate, where it should call the function that it is made of, such as fn? If grad "
            "calls itself for each entry, the tape is too long for that: use a loop."
        ) from None
