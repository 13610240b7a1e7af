"""Adds up the norm in a loop.

points: 2
"""

def second_gradients(fn, a, b):
    norm = None
    for gradient in grad(fn(a, b).sum(), [a, b]):
        if gradient is not None:
            part = (gradient * gradient).sum()
            norm = part if norm is None else norm + part
    return [None, None] if norm is None else grad(norm, [a, b])
