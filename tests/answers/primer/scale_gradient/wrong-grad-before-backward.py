""".grad is there before backward.

points: 0
hears: NoneType
"""


def scale_gradient(t, factor):
    t.grad = t.grad * factor
    return t.register_hook(lambda gradient: gradient)
