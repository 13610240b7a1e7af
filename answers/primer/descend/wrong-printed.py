"""does: Prints w instead of returning it.

points: 0
hears: descend: expected a tensor, got None (print shows a value, return hands it back).
"""


def descend(loss_of, w, steps, rate):
    w = w.detach().clone()
    for _ in range(steps):
        w.requires_grad_()
        (slope,) = torch.autograd.grad(loss_of(w), w)
        w = w.detach() - rate * slope
    print(w)
