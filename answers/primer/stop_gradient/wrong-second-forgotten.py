"""Returns what lies between the two networks.

points: 0
hears: the output has shape
"""


def stop_gradient(first, second, x):
    return first(x).detach()
