"""does: Expects that one of the first gradients exists.
believes: "At least one first gradient exists."

points: 2
hears: list index out of range
"""

def hvp(f, xs, vs):
    reset_tape()
    xs = [Variable(x) for x in xs]
    parts = [(g * Variable(v)).sum() for g, v in zip(grad(f(*xs), xs), vs) if g is not None]
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    products = grad(total, xs)
    return [torch.zeros_like(x.value) if p is None else p.value for x, p in zip(xs, products)]
