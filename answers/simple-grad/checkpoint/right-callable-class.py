"""The operator is an object of a class, and its rule is a method that is bound by functools.partial.

points: 4
"""
import functools


class Checkpoint:
    """An operator that keeps its inputs only, and runs its function again in backward."""

    def __init__(self, fn):
        self.fn = fn

    def __call__(self, *inputs):
        with isolated_tape(keep=False):
            numbers = self.fn(*inputs).value
        result = Variable(numbers.clone())
        record("checkpoint", inputs, [result], functools.partial(self.rule, list(inputs)))
        return result

    def rule(self, inputs, upstream):
        with isolated_tape(keep=True):
            return grad((upstream[0] * self.fn(*inputs)).sum(), inputs)


def checkpoint(fn):
    """Return an operator like `fn` that records one entry, and runs `fn` again in backward."""
    return Checkpoint(fn)
