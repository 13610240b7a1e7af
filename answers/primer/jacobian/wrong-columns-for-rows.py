"""Stacks the gradients as columns.

points: 1
hears: the shape is (2, 3); 3 outputs and 2 inputs make (3, 2).
"""


def jacobian(f, x):
    columns = []
    for i in range(len(f(x))):
        leaf = x.clone().requires_grad_()
        f(leaf)[i].backward()
        columns.append(torch.zeros_like(x) if leaf.grad is None else leaf.grad)
    return torch.stack(columns, dim=1)
