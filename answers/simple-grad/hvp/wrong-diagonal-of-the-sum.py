"""does: Multiplies the gradient of each gradient's sum by v.
believes: "The product is the gradient of each gradient's sum, times v."

points: 0
hears: sum(a * b * b)
"""

def hvp(f, xs, vs):
    reset_tape()
    xs = [Variable(x) for x in xs]
    found = []
    for x, g, v in zip(xs, grad(f(*xs), xs), vs):
        second = None if g is None else grad(g.sum(), [x])[0]
        found.append(torch.zeros_like(x.value) if second is None else second.value * v)
    return found
