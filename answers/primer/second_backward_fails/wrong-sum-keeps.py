"""A sum saves its input.

points: 0
hears: sum: the second backward works.
"""


def second_backward_fails(operations):
    return any(name in ("multiply", "exp", "sin", "relu", "sum") for name in operations)
