"""does: Returns the final loss.

points: 0
hears: One step
"""


def descend(loss_of, w, steps, rate):
    for _ in range(steps):
        w = w.detach().clone().requires_grad_()
        loss_of(w).backward()
        w = w.detach() - rate * w.grad
    return loss_of(w)
