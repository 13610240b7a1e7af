"""does: Returns False for relu.
believes: "The slope of relu is 0 or 1, so relu saves nothing."

points: 0
hears: reshape then relu: expected True, got False.
"""


def second_backward_fails(operations):
    return any(name in ("multiply", "exp", "sin") for name in operations)
