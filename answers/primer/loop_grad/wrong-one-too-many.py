"""does: Doubles while y is at most the limit.
believes: "The loop runs while y is at most the limit."

points: 0
hears: slope: expected 1, got 2.
"""


def loop_grad(x, limit):
    slope = 1.0
    while x * slope <= limit:
        slope *= 2
    return slope
