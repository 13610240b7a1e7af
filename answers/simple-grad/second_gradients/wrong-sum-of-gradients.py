"""does: Uses the sum of the gradients as the second loss.
believes: "The second loss is the sum of the gradients."

points: 0
hears: the gradient of a: expected [2, 4], got [1, 1].
"""

def second_gradients(fn, a, b):
    norm = None
    for g in grad(fn(a, b).sum(), [a, b]):
        if g is not None:
            norm = g.sum() if norm is None else norm + g.sum()
    return grad(norm, [a, b])
