"""does: Adds the gradient instead of subtracting it.
believes: "The gradient points downhill."

points: 0
hears: That is uphill.
"""


def descend(loss_of, w, steps, rate):
    for _ in range(steps):
        w = w.detach().clone().requires_grad_()
        loss_of(w).backward()
        w = w.detach() + rate * w.grad
    return w
