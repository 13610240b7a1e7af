"""Takes only one step.

points: 1
hears: The first step is right. (After two steps
"""


def descend(loss_of, w, steps, rate):
    w = w.clone().requires_grad_()
    loss_of(w).backward()
    return w.detach() - rate * w.grad
