"""Only the last operation matters.

points: 0
hears: exp then add: the second backward fails. Whose slope needs a number from the forward pass?
"""


def second_backward_fails(operations):
    return operations[-1] in ("multiply", "exp", "sin", "relu")
