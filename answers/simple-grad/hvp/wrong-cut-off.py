"""does: Makes new Variables of the first gradients.
believes: "The first gradients are plain numbers."

points: 0
hears: what you return for a: expected [3, 4], got [0, 0].
"""

def hvp(f, xs, vs):
    xs = [Variable(x) for x in xs]
    loss = None
    for g, v in zip(grad(f(*xs), xs), vs):
        if g is not None:
            part = (Variable(g.value) * Variable(v)).sum()
            loss = part if loss is None else loss + part
    second = [None] * len(xs) if loss is None else grad(loss, xs)
    return [torch.zeros_like(v) if h is None else h.value for h, v in zip(second, vs)]
