"""Clones w without detaching it, which is enough for a w that does not require grad.

points: 2
"""

def descend(loss_of, w, steps, rate):
    w = w.clone()
    w.requires_grad_(True)
    for _ in range(steps):
        loss_of(w).backward()
        new = w - rate * w.grad
        w = new.detach().requires_grad_(True)
    return w.detach()
