"""does: Takes the logarithm of limit, which does not exist for 0 and below.
believes: "A limit is positive."

points: 0
"""

def loop_grad(x, limit):
    from math import ceil, log2

    times = max(0, ceil(log2(limit) - log2(x)))
    return float(2**times)
