"""does: Computes the new w from the old one without detaching it.
believes: "The new w is a leaf, like the old one."

points: 1
hears: 'float' and 'NoneType'
"""


def descend(loss_of, w, steps, rate):
    w = w.clone().requires_grad_()
    for _ in range(steps):
        loss_of(w).backward()
        w = w - rate * w.grad
    return w.detach()
