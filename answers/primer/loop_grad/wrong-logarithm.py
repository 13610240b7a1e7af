"""does: Rounds the logarithm down and adds one.
believes: "The number of doublings is the logarithm, rounded down, plus one."

points: 0
hears: x = 100, limit 100
"""


def loop_grad(x, limit):
    if x > limit:
        return 1.0
    return 2.0 ** (math.floor(math.log2(limit / x)) + 1)


import math  # noqa: E402
