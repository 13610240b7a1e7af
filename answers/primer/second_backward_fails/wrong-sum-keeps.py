"""does: Returns True for a sum.
believes: "A sum saves its input."

points: 0
hears: sum: expected False, got True.
"""


def second_backward_fails(operations):
    return any(name in ("multiply", "exp", "sin", "relu", "sum") for name in operations)
