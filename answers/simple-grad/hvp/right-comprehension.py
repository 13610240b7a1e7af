"""Adds the parts with Python's sum, starting with the first.

points: 3
"""

def hvp(f, xs, vs):
    inputs = [Variable(x) for x in xs]
    pairs = [(g, v) for g, v in zip(grad(f(*inputs), inputs), vs) if g is not None]
    if not pairs:
        return [torch.zeros_like(x) for x in xs]
    parts = [(g * Variable(v)).sum() for g, v in pairs]
    found = grad(sum(parts[1:], parts[0]), inputs)
    return [torch.zeros_like(x) if one is None else one.value for x, one in zip(xs, found)]
