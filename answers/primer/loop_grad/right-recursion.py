"""Recursion, with one call for each doubling.

points: 1
"""


def loop_grad(x, limit):
    return 1 if x >= limit else 2 * loop_grad(2 * x, limit)
