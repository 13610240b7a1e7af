"""does: Adds x times 0.
believes: "The result should stay connected to x."

points: 1
hears: It is zeros, not None, so with momentum
"""


def stop_gradient(first, second, x):
    return second(first(x).detach()) + 0 * x.sum()
