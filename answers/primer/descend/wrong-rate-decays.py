"""Each step uses a smaller rate than the one before.

points: 1
hears: The first step is right. (After two steps
"""


def descend(loss_of, w, steps, rate):
    for step in range(steps):
        w = w.detach().clone().requires_grad_()
        loss_of(w).backward()
        w = w.detach() - rate / (step + 1) * w.grad
    return w
