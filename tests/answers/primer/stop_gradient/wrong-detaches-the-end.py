"""The output is detached.

points: 1
hears: The output has no graph at all: second learns nothing.
"""


def stop_gradient(first, second, x):
    return second(first(x)).detach()
