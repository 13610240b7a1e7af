"""A product among the inputs does it.

points: 0
hears: nothing arrives for r
"""

def first_loss(fn, a, b):
    return fn(a * b, b).sum()
