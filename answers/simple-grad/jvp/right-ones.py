"""Uses ones as v, because the gradient is linear in v.

points: 2
"""

def jvp(f, x, u):
    x = Variable(x)
    y = f(x)
    v = Variable(torch.ones_like(y.value))
    [g] = grad((y * v).sum(), [x])
    [along] = [None] if g is None else grad((g * Variable(u)).sum(), [v])
    return torch.zeros_like(y.value) if along is None else along.value
