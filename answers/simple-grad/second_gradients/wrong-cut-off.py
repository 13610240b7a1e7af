"""does: Makes new Variables of the first gradients.
believes: "First gradients are plain numbers, not recorded results."

points: 0
hears: The L1 that you made does not depend on it
"""

def second_gradients(fn, a, b):
    first = [Variable(g.value) for g in grad(fn(a, b).sum(), [a, b]) if g is not None]
    norm = None
    for g in first:
        square = (g * g).sum()
        norm = square if norm is None else norm + square
    return grad(norm, [a, b])
