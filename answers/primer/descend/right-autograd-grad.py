"""Uses autograd.grad, so there is no .grad to clear.

points: 2
"""


def descend(loss_of, w, steps, rate):
    for _ in range(steps):
        leaf = w.detach().requires_grad_()
        (slope,) = torch.autograd.grad(loss_of(leaf), leaf)
        w = w.detach() - rate * slope
    return w
