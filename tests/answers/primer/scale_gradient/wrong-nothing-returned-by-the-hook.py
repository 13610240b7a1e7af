"""A hook need not return anything.

points: 0
hears: factor 2: [1.0, 2.0, 3.0] arrived, and .grad is [1.0, 2.0, 3.0].
"""


def scale_gradient(t, factor):
    def hook(gradient):
        gradient = gradient * factor

    return t.register_hook(hook)
