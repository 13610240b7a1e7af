"""The other factor does it too.

points: 2
"""

def first_loss(fn, a, b):
    return (fn(a, b) * b).sum()
