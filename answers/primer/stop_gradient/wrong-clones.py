"""A clone is a tensor of its own, so nothing goes back through it.

points: 1
hears: a gradient reaches the parameters of first.
"""


def stop_gradient(first, second, x):
    return second(first(x).clone())
