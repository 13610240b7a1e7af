"""does: Returns False for every list.
believes: "The second backward always works."

points: 0
hears: multiply: expected True, got False.
"""


def second_backward_fails(operations):
    return False
