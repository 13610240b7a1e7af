"""The loss may stay as it was.

points: 0
hears: nothing arrives for r
"""

def first_loss(fn, a, b):
    return fn(a, b).sum()
