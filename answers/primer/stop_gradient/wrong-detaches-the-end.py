"""The output is detached.

points: 1
hears: nothing of the output is recorded, so second learns nothing.
"""


def stop_gradient(first, second, x):
    return second(first(x)).detach()
