"""Scaling the tensor scales its gradient.

points: 0
hears: The numbers of the tensor have changed, not its gradient.
"""


def scale_gradient(t, factor):
    t.data.mul_(factor)
    return t.register_hook(lambda gradient: None)
