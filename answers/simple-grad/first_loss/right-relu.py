"""A gate in between does no harm.

points: 2
"""

def first_loss(fn, a, b):
    return (fn(a, b).relu() * a).sum()
