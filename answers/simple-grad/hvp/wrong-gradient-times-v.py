"""does: Multiplies the gradient by v.
believes: "The product is the gradient times v."

points: 0
hears: what you return for a: expected [3, 4], got [9, 0].
"""

def hvp(f, xs, vs):
    xs = [Variable(x) for x in xs]
    return [
        torch.zeros_like(v) if g is None else g.value * v for g, v in zip(grad(f(*xs), xs), vs)
    ]
