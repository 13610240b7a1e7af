"""does: Returns the gradient of each gradient's sum, without v.
believes: "The product is the Hessian's diagonal."

points: 0
hears: what you return for a: expected [3, 4], got [0, 0].
"""

def hvp(f, xs, vs):
    xs = [Variable(x) for x in xs]
    result = []
    for g, x, v in zip(grad(f(*xs), xs), xs, vs):
        h = g and grad(g.sum(), [x])[0]
        result.append(torch.zeros_like(x.value) if h is None else h.value * torch.ones_like(v))
    return result
