"""The gradient is stopped where the data comes in.

points: 1
hears: A gradient reaches the parameters of first.
"""


def stop_gradient(first, second, x):
    return second(first(x.detach()))
