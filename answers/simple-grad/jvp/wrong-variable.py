"""does: Returns a Variable.
believes: "jvp returns the Variable from the second grad."

points: 0
hears: Return tensors
"""

def jvp(f, x, u):
    x = Variable(x)
    y = f(x)
    v = Variable(torch.ones_like(y.value))
    [g] = grad((y * v).sum(), [x])
    return Variable(torch.zeros_like(y.value)) if g is None else grad((g * Variable(u)).sum(), [v])[0]
