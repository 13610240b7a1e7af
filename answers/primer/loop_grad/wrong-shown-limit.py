"""does: Uses 100 as the limit.
believes: "The limit is always 100."

points: 0
hears: slope: expected 32, got 64.
"""


def loop_grad(x, limit):
    slope = 1.0
    while x * slope < 100:
        slope *= 2
    return slope
