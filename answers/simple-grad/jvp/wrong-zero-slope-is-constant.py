"""does: Returns zeros if all numbers of the first gradient are zero.
believes: "If the gradient is zero everywhere, f(x) does not depend on x."

points: 1
"""
def jvp(f, x, u):
    """Return the Jacobian of f at the tensor `x`, times `u`: a tensor of the shape of f(x)."""
    point = Variable(x)
    y = f(point)
    v = Variable(torch.ones_like(y.value))
    [g] = grad((y * v).sum(), [point])
    if g is None or not g.value.any():
        return torch.zeros_like(y.value)
    [product] = grad((g * Variable(u)).sum(), [v])
    return product.value
