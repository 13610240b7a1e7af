"""Returns the first network's output.

points: 0
hears: the output has shape
"""


def stop_gradient(first, second, x):
    return first(x).detach()
