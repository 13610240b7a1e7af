"""does: Detaches the final output.

points: 1
hears: the output is not recorded, so second learns nothing.
"""


def stop_gradient(first, second, x):
    return second(first(x)).detach()
