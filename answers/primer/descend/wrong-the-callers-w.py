"""does: Updates the caller's w.
believes: "w belongs to this function."

points: 1
hears: The w that was passed has changed. Work on a copy.
"""


def descend(loss_of, w, steps, rate):
    w.requires_grad_()
    for _ in range(steps):
        w.grad = None
        loss_of(w).backward()
        w.data -= rate * w.grad
    return w.detach()
