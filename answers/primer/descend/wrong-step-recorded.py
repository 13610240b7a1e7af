"""does: Changes w while autograd records.
believes: "Autograd may record the step."

points: 0
hears: a leaf Variable that requires grad is being used in an in-place operation
"""


def descend(loss_of, w, steps, rate):
    w = w.clone().requires_grad_()
    for _ in range(steps):
        loss_of(w).backward()
        w -= rate * w.grad
        w.grad = None
    return w.detach()
