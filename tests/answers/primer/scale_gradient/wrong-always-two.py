"""The factor is 2.

points: 0
hears: factor 0: [1.0, 2.0, 3.0] arrived, and .grad is [2.0, 4.0, 6.0].
"""


def scale_gradient(t, factor):
    return t.register_hook(lambda gradient: gradient * 2)
