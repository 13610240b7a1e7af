"""does: Returns the first network's output.

points: 0
hears: the output has the wrong shape: expected (5, 2), got (5, 4).
"""


def stop_gradient(first, second, x):
    return first(x).detach()
