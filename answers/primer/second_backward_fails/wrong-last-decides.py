"""does: Looks only at the last operation.
believes: "Only the last operation matters."

points: 0
hears: exp then add: expected True, got False.
"""


def second_backward_fails(operations):
    return operations[-1] in ("multiply", "exp", "sin", "relu")
