"""A hook made with functools.partial.

points: 1
"""


def scale_gradient(t, factor):
    from functools import partial

    return t.register_hook(partial(torch.mul, other=factor))
