"""Waits until .grad is filled, which happens at leaves only.

points: 0
hears: leaf
"""


def scale_gradient(t, factor):
    def hook(leaf):
        leaf.grad = leaf.grad * factor

    return t.register_post_accumulate_grad_hook(hook)
