"""does: Returns 1.
believes: "A loop doesn't change the slope."

points: 0
hears: slope: expected 64, got 1.
"""


def loop_grad(x, limit):
    return 1.0
