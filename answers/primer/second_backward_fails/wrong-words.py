"""does: Returns a word instead of True or False.

points: 0
hears: second_backward_fails: expected True or False, got a str.
"""


def second_backward_fails(operations):
    keeps = any(name in ("multiply", "exp", "sin", "relu") for name in operations)
    return "fails" if keeps else "works"
