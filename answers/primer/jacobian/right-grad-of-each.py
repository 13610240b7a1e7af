"""Calls autograd.grad several times on one graph.

points: 2
"""


def jacobian(f, x):
    leaf = x.detach().clone().requires_grad_(True)
    y = f(leaf)
    table = torch.zeros(len(y), len(leaf))
    for i in range(len(y)):
        (row,) = torch.autograd.grad(y[i], leaf, retain_graph=True, allow_unused=True)
        if row is not None:
            table[i] = row
    return table
