"""does: Prints the table instead of returning it.

points: 0
hears: jacobian: expected a tensor, got None (print shows a value, return hands it back).
"""


def jacobian(f, x):
    leaf = x.detach().clone().requires_grad_(True)
    y = f(leaf)
    rows = [torch.autograd.grad(y[i], leaf, retain_graph=True, allow_unused=True) for i in range(len(y))]
    print(torch.stack([torch.zeros_like(leaf) if row is None else row for (row,) in rows]))
