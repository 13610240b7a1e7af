"""Adds up one second loss in a loop.

points: 3
"""

def hvp(f, xs, vs):
    xs = [Variable(x) for x in xs]
    first = grad(f(*xs), xs)
    parts = [(g * Variable(v)).sum() for g, v in zip(first, vs) if g is not None]
    if not parts:
        return [torch.zeros_like(x.value) for x in xs]
    loss = parts[0]
    for part in parts[1:]:
        loss = loss + part
    return [torch.zeros_like(x.value) if g is None else g.value for g, x in zip(grad(loss, xs), xs)]
