"""A hook with a name, written inside.

points: 1
"""


def scale_gradient(t, factor):
    def hook(gradient):
        return torch.mul(gradient, factor)

    handle = t.register_hook(hook)
    return handle
