"""does: Squeezes the table.
believes: "squeeze removes the extra dimension that stack adds."

points: 1
"""

def jacobian(f, x):
    x = x.detach().clone().requires_grad_(True)
    y = f(x)
    rows = []
    for i in range(y.shape[0]):
        e = torch.zeros_like(y)
        e[i] = 1.0
        row = torch.autograd.grad(y, x, grad_outputs=e, retain_graph=True, materialize_grads=True)
        rows.append(row[0])
    return torch.stack(rows).squeeze()
