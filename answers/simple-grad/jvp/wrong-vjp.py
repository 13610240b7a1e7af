"""does: Computes the vector-Jacobian product.
believes: "Jacobian-vector and vector-Jacobian products are the same."

points: 0
"""

def jvp(f, x, u):
    x = Variable(x)
    [g] = grad((f(x) * Variable(u)).sum(), [x])
    return torch.zeros_like(u) if g is None else g.value
