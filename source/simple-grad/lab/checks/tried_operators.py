"""One operator on its own, without the others: `try_operator`.

It returns plain data, at which the checks look. While it runs, PyTorch refuses to differentiate.
"""

import contextlib

import torch

from ..operators import installed_operators, locked_operators
from ..simple_grad import Variable, record, reset_tape, tape
from .by_hand import by_hand
from .watched_runs import plain_entries


@by_hand()
def try_operator(operator, values, gradient, *extra):
    """Try one operator out on its own: its value, its entry, and its backward rule.

    operator: a function of Variables that returns one.
    values: {name: tensor}; for each one the operator gets a Variable.
    gradient: the gradient that arrives at its result, a tensor.
    extra: what the operator gets after the Variables.

    During the call, all other operators know only their forward: a mistake in one does not
    show in another.

    Returns a dict of plain data:
        kind: the name of the type of the result; all that follows is there only for a Variable.
        value: the result, a tensor.
        inputs: {name: tensor}, what the inputs hold afterwards.
        entry: (operator, inputs, outputs) of the operator's own entry for the result, or None.
        entries: how many entries were recorded; operators: what they are called.
        failed: how `propagate` failed, a sentence, or None.
        gradients: for each gradient that `propagate` returned its kind, its value, and the
            sources: which of the names "arrived" and those of the inputs the tape knows to be
            behind it. As (kind, tensor or None, list of names).
    """
    reset_tape()
    inputs = [Variable(value.clone(), name) for name, value in values.items()]
    with others_forward_only():
        result = operator(*inputs, *extra)
        outcome = {"kind": type(result).__name__}
        if not isinstance(result, Variable):
            return outcome
        made = [one for one in tape if result.name in one.outputs and one.propagate is not no_rule]
        outcome |= {"value": result.value, "entries": len(tape), "failed": None, "gradients": []}
        outcome["operators"] = [entry.operator for entry in tape]
        outcome["inputs"] = {variable.name: variable.value for variable in inputs}
        outcome["entry"] = plain_entries(made)[0] if made else None
        if not made:
            return outcome
        arrived = Variable(gradient.clone(), "arrived")
        try:
            # As if an earlier `grad` had called it: what it returns depends on this call only.
            made[0].propagate([Variable(torch.ones_like(gradient))])
            gradients = made[0].propagate([arrived])
        except NotImplementedError:
            raise
        except Exception as error:
            outcome["failed"] = f"{type(error).__name__}: {error}"
            return outcome
        names = ["arrived", *values]
        for one in gradients:
            kind = type(one).__name__
            if isinstance(one, Variable):
                outcome["gradients"].append((kind, one.value, sources(one.name, names)))
            else:
                outcome["gradients"].append((kind, None, []))
        return outcome


def sources(name, names):
    """Return which of `names` the tape knows to be behind the Variable `name`."""
    behind = {name}
    for entry in reversed(tape):
        if behind.intersection(entry.outputs):
            behind.update(entry.inputs)
    return [one for one in names if one in behind]


FORWARD = {
    "add": torch.add,
    "mul": torch.mul,
    "matmul": torch.matmul,
    "transpose": torch.t,
    "sum_to": torch.Tensor.sum_to_size,
    "expand_to": torch.Tensor.expand,
    "relu": torch.relu,
    "exp": torch.exp,
}


@contextlib.contextmanager
def others_forward_only():
    """For a while, let all operators be such that know only their forward."""
    kept = dict(installed_operators), dict(locked_operators)
    for name, compute in FORWARD.items():
        locked_operators[name] = forward_only(name, compute)
    try:
        yield
    finally:
        for table, content in zip((installed_operators, locked_operators), kept, strict=True):
            table.clear()
            table.update(content)


def forward_only(name, compute):
    """Return an operator that computes by torch, and has no backward rule."""

    def operator(*arguments):
        inputs = [argument for argument in arguments if isinstance(argument, Variable)]
        values = [getattr(argument, "value", argument) for argument in arguments]
        r = Variable(compute(*values))
        record(name, inputs, [r], no_rule)
        tape[-1] = tape[-1]._replace(propagate=no_rule)  # `try_operator` looks for it
        return r

    return operator


def no_rule(grad_outputs):
    """The backward rule of an operator that knows its forward only."""
    raise TypeError("an operator was called in forward that is not tried out here.")
