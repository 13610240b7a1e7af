"""does: Doubles once more when a doubled number equals the limit.
believes: "The loop continues when a doubled number equals the limit."

points: 0
hears: slope: expected 4, got 8.
"""


def loop_grad(x, limit):
    if x >= limit:
        return 1.0
    slope = 1.0
    while x * slope <= limit:
        slope *= 2
    return slope
