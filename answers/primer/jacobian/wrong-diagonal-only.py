"""does: Takes the gradient of the sum for the diagonal of the table.

points: 0
"""

def jacobian(f, x):
    leaf = x.clone().requires_grad_()
    (slopes,) = torch.autograd.grad(f(leaf).sum(), leaf, allow_unused=True, materialize_grads=True)
    return torch.diag(slopes)
