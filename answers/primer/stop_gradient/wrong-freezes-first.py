"""does: Freezes the first network, and leaves it frozen.
believes: "To stop a gradient, freeze the first network."

points: 0
hears: a parameter no longer requires grad after the call. Stop the gradient, but freeze nothing.
"""


def stop_gradient(first, second, x):
    first.requires_grad_(False)
    return second(first(x))
