"""does: Returns zeros in the shape of x if nothing depends on x.
believes: "If nothing depends on x, the answer has the shape of x."

points: 1
hears: what you return for a has the wrong shape: expected (2,), got (3,).
"""

def jvp(f, x, u):
    x = Variable(x)
    y = f(x)
    v = Variable(torch.ones_like(y.value))
    [g] = grad((y * v).sum(), [x])
    return torch.zeros_like(x.value) if g is None else grad((g * Variable(u)).sum(), [v])[0].value
