"""A factor of 0 stands for no factor.

points: 0
hears: factor 0: [1.0, 2.0, 3.0] arrived, and .grad is [1.0, 2.0, 3.0].
"""


def scale_gradient(t, factor):
    return t.register_hook(lambda gradient: gradient * (factor or 1))
