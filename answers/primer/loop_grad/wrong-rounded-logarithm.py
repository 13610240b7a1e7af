"""does: Uses math.log with base 2, whose result can be a little too large.
believes: "math.log(8, 2) and the like are exact."

points: 0
"""

def loop_grad(x, limit):
    import math

    if x >= limit:
        return 1.0
    doublings = math.ceil(math.log(limit / x, 2))
    return 2.0**doublings
