"""The product is the Hessian's diagonal.

points: 0
hears: for a you have
"""

def hvp(f, xs, vs):
    xs = [Variable(x) for x in xs]
    result = []
    for g, x, v in zip(grad(f(*xs), xs), xs, vs):
        h = g and grad(g.sum(), [x])[0]
        result.append(torch.zeros_like(x.value) if h is None else h.value * torch.ones_like(v))
    return result
