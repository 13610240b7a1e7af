"""does: Looks only at the first operation.
believes: "Only the first operation matters."

points: 0
hears: reshape then relu: expected True, got False.
"""


def second_backward_fails(operations):
    return operations[0] in ("multiply", "exp", "sin", "relu")
