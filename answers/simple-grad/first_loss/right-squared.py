"""The square of r is read too.

points: 2
"""

def first_loss(fn, a, b):
    r = fn(a, b)
    return (r * r).sum()
