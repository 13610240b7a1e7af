"""Names its Variables, as most examples of the notebook do.

points: 3
"""

def hvp(f, xs, vs):
    names = [f"x{place}" for place in range(len(xs))]
    xs = [Variable(x, name) for x, name in zip(xs, names)]
    parts = []
    for gradient, v in zip(grad(f(*xs), xs), vs):
        if gradient is not None:
            parts.append((gradient * Variable(v)).sum())
    if not parts:
        return [torch.zeros_like(x.value) for x in xs]
    second = parts[0]
    for part in parts[1:]:
        second = second + part
    products = grad(second, xs)
    return [torch.zeros_like(x.value) if p is None else p.value for x, p in zip(xs, products)]
