"""does: Takes the second gradient with respect to x.
believes: "The second grad is with respect to x, too."

points: 0
"""

def jvp(f, x, u):
    x = Variable(x)
    y = f(x)
    [g] = grad((y * Variable(torch.ones_like(y.value))).sum(), [x])
    [found] = [None] if g is None else grad((g * Variable(u)).sum(), [x])
    return torch.zeros_like(y.value) if found is None else found.value
