"""does: Computes a central difference of gradients.
believes: "The product is a central difference of gradients."

points: 0
"""

def hvp(f, xs, vs):
    def slopes(sign):
        moved = [Variable(x + sign * 1e-4 * v) for x, v in zip(xs, vs)]
        return [torch.zeros_like(m.value) if g is None else g.value for m, g in zip(moved, grad(f(*moved), moved))]

    return [(one - other) / 2e-4 for one, other in zip(slopes(1), slopes(-1))]
