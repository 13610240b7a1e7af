"""does: Takes only one step.

points: 1
hears: at the end, w: expected 1.08, got 0.6.
"""


def descend(loss_of, w, steps, rate):
    w = w.clone().requires_grad_()
    loss_of(w).backward()
    return w.detach() - rate * w.grad
