"""Runs the loop with plain numbers and divides the result by x.

points: 1
"""


def loop_grad(x, limit):
    y = x
    while y < limit:
        y = y * 2
    return y / x
