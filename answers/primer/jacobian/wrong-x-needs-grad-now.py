"""does: Makes the caller's x require grad.

points: 1
hears: The x that was passed requires grad now, or has a .grad. Work on a copy.
"""


def jacobian(f, x):
    x.requires_grad_()
    y, rows = f(x), []
    for i in range(len(y)):
        x.grad = torch.zeros_like(x)
        y[i].backward(retain_graph=True)
        rows.append(x.grad.clone())
    x.grad = None
    return torch.stack(rows)
