"""does: Doubles at least once.
believes: "A loop runs at least once."

points: 0
hears: slope: expected 1, got 2.
"""


def loop_grad(x, limit):
    slope = 2.0
    while x * slope < limit:
        slope *= 2
    return slope
