"""does: Leaves out the rate.
believes: "A step is as long as the gradient."

points: 0
hears: One step
"""


def descend(loss_of, w, steps, rate):
    for _ in range(steps):
        w = w.detach().clone().requires_grad_()
        loss_of(w).backward()
        w = w.detach() - w.grad
    return w
