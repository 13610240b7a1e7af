"""does: Sets requires_grad of x to False instead.

points: 0
hears: a parameter no longer requires grad after the call.
"""


def stop_gradient(first, second, x):
    x.requires_grad_(False)
    return second(first(x))
