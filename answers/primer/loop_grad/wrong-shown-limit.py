"""The limit is always 100.

points: 0
hears: limit 1e+06: the slope is
"""


def loop_grad(x, limit):
    slope = 1.0
    while x * slope < 100:
        slope *= 2
    return slope
