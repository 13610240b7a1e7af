"""Nought times the square arrives, and is nought.

points: 0
hears: zero everywhere
"""

def first_loss(fn, a, b):
    r = fn(a, b)
    return (r + r * r * 0.0).sum()
