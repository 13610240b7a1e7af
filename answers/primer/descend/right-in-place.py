"""Updates a copy in place under no_grad; the result requires grad.

points: 2
"""


def descend(loss_of, w, steps, rate):
    w = w.clone().requires_grad_()
    for _ in range(steps):
        loss_of(w).backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w
