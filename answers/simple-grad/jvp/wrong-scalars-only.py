"""does: Multiplies the gradient by u and sums.
believes: "f returns a scalar."

points: 0
hears: should be a scalar
"""

def jvp(f, x, u):
    x = Variable(x)
    y = f(x)
    [g] = grad(y, [x])
    return torch.zeros_like(y.value) if g is None else (g.value * u).sum()
