"""does: Calls fn once for each first gradient.
believes: "A tape can only be used for one gradient, as in PyTorch without retain_graph."

points: 0
"""
def second_gradients(fn, a, b):
    """Return [dL1/da, dL1/db], where L1 is the squared norm of the gradients of fn(a, b).sum()."""
    [grad_a] = grad(fn(a, b).sum(), [a])
    [grad_b] = grad(fn(a, b).sum(), [b])
    loss_1 = squared_norm([grad_a, grad_b])
    if loss_1 is None:
        return [None, None]
    return grad(loss_1, [a, b])
