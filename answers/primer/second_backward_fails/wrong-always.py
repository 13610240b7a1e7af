"""The second backward always fails.

points: 0
hears: add then minus: the second backward works. Whose slope needs a number from the forward pass?
"""


def second_backward_fails(operations):
    return True
