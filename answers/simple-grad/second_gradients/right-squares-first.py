"""Adds the squares before summing them.

points: 2
"""

def second_gradients(fn, a, b):
    first = [g for g in grad(fn(a, b).sum(), [a, b]) if g is not None]
    if len(first) == 0:
        return [None, None]
    total = first[0] * first[0]
    for g in first[1:]:
        total = total + g * g
    return grad(total.sum(), [a, b])
