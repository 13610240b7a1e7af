"""The loss may be a vector.

points: 0
hears: Is the .sum() still there
"""

def first_loss(fn, a, b):
    return fn(a, b) * a
