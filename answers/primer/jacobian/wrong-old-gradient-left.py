"""does: Clears the gradient between rows, but leaves the last one on x.

points: 1
hears: The x that was passed requires grad now, or has a .grad.
"""


def jacobian(f, x):
    x.requires_grad_()
    y, rows = f(x), []
    for i in range(len(y)):
        if rows:
            x.grad.zero_()
        y[i].backward(retain_graph=True)
        rows.append(x.grad.clone())
    return torch.stack(rows)
