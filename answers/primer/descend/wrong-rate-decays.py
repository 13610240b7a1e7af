"""does: Divides the rate by the number of the step.
believes: "Each step uses a smaller rate than the one before."

points: 1
hears: at the end, w: expected 1.08, got 0.84.
"""


def descend(loss_of, w, steps, rate):
    for step in range(steps):
        w = w.detach().clone().requires_grad_()
        loss_of(w).backward()
        w = w.detach() - rate / (step + 1) * w.grad
    return w
