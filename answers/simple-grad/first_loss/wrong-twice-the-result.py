"""Doubling the result reads it.

points: 0
hears: the pattern is -g
"""

def first_loss(fn, a, b):
    r = fn(a, b)
    return (r + r).sum()
