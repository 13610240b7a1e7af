"""does: Returns False for sin.
believes: "Only products, exp and relu save anything."

points: 0
hears: sin: expected True, got False.
"""


def second_backward_fails(operations):
    return any(name in ("multiply", "exp", "relu") for name in operations)
