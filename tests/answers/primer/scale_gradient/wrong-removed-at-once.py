"""Cleans up before it returns.

points: 0
hears: factor 2: [1.0, 2.0, 3.0] arrived, and .grad is [1.0, 2.0, 3.0].
"""


def scale_gradient(t, factor):
    handle = t.register_hook(lambda gradient: gradient * factor)
    handle.remove()
    return handle
