"""does: Multiplies the first gradient without checking for None.
believes: "The first gradient always exists."

points: 1
hears: Check for None before you compute
"""

def jvp(f, x, u):
    x = Variable(x)
    y = f(x)
    v = Variable(torch.zeros_like(y.value))
    [g] = grad((y * v).sum(), [x])
    [found] = grad((Variable(u) * g).sum(), [v])
    return found.value
