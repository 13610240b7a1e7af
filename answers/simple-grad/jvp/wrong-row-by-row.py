"""does: Computes the whole Jacobian first, one row per result.

points: 1
hears: more than twice
"""

def jvp(f, x, u):
    x = Variable(x)
    y = f(x)
    found = torch.zeros_like(y.value)
    for number in range(y.value.numel()):
        v = torch.zeros_like(y.value)
        v.view(-1)[number] = 1
        [g] = grad((y * Variable(v)).sum(), [x])
        if g is not None:
            found.view(-1)[number] = (g.value * u).sum()
    return found
