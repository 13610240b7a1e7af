"""Freezes for the call and thaws afterwards, whatever was frozen before.

points: 0
hears: a gradient reaches x, past first.
"""


def stop_gradient(first, second, x):
    first.requires_grad_(False)
    output = second(first(x))
    first.requires_grad_(True)
    return output
