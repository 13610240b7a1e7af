"""A hook may change the gradient in place.

points: 0
hears: The gradient that arrived was changed in place, and others hold it too. Return a new tensor.
"""


def scale_gradient(t, factor):
    return t.register_hook(lambda gradient: gradient.mul_(factor))
