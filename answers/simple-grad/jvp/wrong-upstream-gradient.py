"""does: Uses u as the upstream gradient.
believes: "u is the upstream gradient."

points: 0
"""

def jvp(f, x, u):
    x = Variable(x)
    y = f(x)
    if y.shape != tuple(u.shape):
        u = torch.ones_like(y.value)
    [g] = grad((Variable(u) * y).sum(), [x])
    return torch.zeros_like(y.value) if g is None else g.value
