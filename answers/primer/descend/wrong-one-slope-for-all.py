"""does: Computes the gradient once, at the start.
believes: "The slope at the start holds for all steps."

points: 1
hears: at the end, w: expected 1.08, got 1.2.
"""


def descend(loss_of, w, steps, rate):
    w = w.clone().requires_grad_()
    loss_of(w).backward()
    return w.detach() - steps * rate * w.grad
