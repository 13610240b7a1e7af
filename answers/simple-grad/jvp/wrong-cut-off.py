"""does: Makes a new Variable of the first gradient.
believes: "The first gradient is a plain number."

points: 0
"""

def jvp(f, x, u):
    x = Variable(x)
    y = f(x)
    v = Variable(torch.ones_like(y.value))
    [g] = grad((y * v).sum(), [x])
    [found] = [None] if g is None else grad((Variable(g.value) * Variable(u)).sum(), [v])
    return torch.zeros_like(y.value) if found is None else found.value
