"""does: Computes a difference of gradients.
believes: "Differences of gradients are good enough."

points: 0
hears: what you return for a: expected
"""

def hvp(f, xs, vs):
    def slopes(points):
        points = [Variable(p) for p in points]
        found = grad(f(*points), points)
        return [torch.zeros_like(p.value) if g is None else g.value for g, p in zip(found, points)]

    step = 1e-3
    moved = slopes([x + step * v for x, v in zip(xs, vs)])
    return [(m - s) / step for m, s in zip(moved, slopes(xs))]
