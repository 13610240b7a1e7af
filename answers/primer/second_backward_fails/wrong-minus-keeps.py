"""does: Returns True for add and minus, too.
believes: "add and minus save a number, too."

points: 0
hears: add then minus: expected False, got True.
"""


def second_backward_fails(operations):
    return any(name not in ("sum", "reshape") for name in operations)
