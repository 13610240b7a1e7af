"""does: Takes the gradient of the sum of all gradients, and multiplies it by v afterwards.
believes: "The product is the gradient of the sum of all gradients, times v."

points: 0
hears: what you return for a: expected [3, 4], got [6, 0].
"""

def hvp(f, xs, vs):
    xs = [Variable(x) for x in xs]
    loss = None
    for g in grad(f(*xs), xs):
        if g is not None:
            loss = g.sum() if loss is None else loss + g.sum()
    second = [None] * len(xs) if loss is None else grad(loss, xs)
    return [
        torch.zeros_like(v) if h is None else h.value * v for h, v in zip(second, vs)
    ]
