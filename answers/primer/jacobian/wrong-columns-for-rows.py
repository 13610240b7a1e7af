"""does: Stacks the gradients as columns.

points: 1
hears: the Jacobian has the wrong shape: expected (3, 2), got (2, 3).
"""


def jacobian(f, x):
    columns = []
    for i in range(len(f(x))):
        leaf = x.clone().requires_grad_()
        f(leaf)[i].backward()
        columns.append(torch.zeros_like(x) if leaf.grad is None else leaf.grad)
    return torch.stack(columns, dim=1)
