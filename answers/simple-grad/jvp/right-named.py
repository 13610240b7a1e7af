"""Names its Variables, as most examples of the notebook do.

points: 2
"""

def jvp(f, x, u):
    x = Variable(x, "x")
    y = f(x)
    v = Variable(torch.ones_like(y.value), "v")
    [g] = grad((y * v).sum(), [x])
    if g is None:
        return torch.zeros_like(y.value)
    [moved] = grad((g * Variable(u, "u")).sum(), [v])
    return moved.value
