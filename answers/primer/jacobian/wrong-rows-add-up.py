"""does: Doesn't clear .grad between rows.
believes: "Each backward overwrites .grad."

points: 0
hears: Your rows add up: each one includes those before it.
"""


def jacobian(f, x):
    leaf = x.clone().requires_grad_()
    y, rows = f(leaf), []
    for i in range(len(y)):
        y[i].backward(retain_graph=True)
        rows.append(leaf.grad.clone())
    return torch.stack(rows)
