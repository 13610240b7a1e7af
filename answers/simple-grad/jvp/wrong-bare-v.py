"""does: Uses a tensor for v.
believes: "v is only a number, so a tensor is enough."

points: 0
hears: meets a bare tensor
"""

def jvp(f, x, u):
    x = Variable(x)
    y = f(x)
    v = torch.ones_like(y.value)
    [g] = grad((y * v).sum(), [x])
    [found] = grad((g * u).sum(), [v])
    return found.value
