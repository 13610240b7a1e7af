"""The second backward always works.

points: 0
hears: multiply: the second backward fails. Whose slope needs a number from the forward pass?
"""


def second_backward_fails(operations):
    return False
