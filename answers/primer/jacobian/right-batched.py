"""It sends the whole unit matrix backward at once.

points: 2
"""

def jacobian(f, x):
    leaf = x.detach().clone().requires_grad_()
    y = f(leaf)
    rows = torch.eye(len(y), dtype=y.dtype)
    (table,) = torch.autograd.grad(y, leaf, rows, is_grads_batched=True, allow_unused=True)
    return torch.zeros(len(y), len(x), dtype=x.dtype) if table is None else table
