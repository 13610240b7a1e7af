"""does: Returns True for every list.
believes: "The second backward always fails."

points: 0
hears: add then minus: expected False, got True.
"""


def second_backward_fails(operations):
    return True
