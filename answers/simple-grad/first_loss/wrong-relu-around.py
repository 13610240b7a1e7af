"""A relu reads what it gets.

points: 0
hears: relu reads only the sign of r
"""

def first_loss(fn, a, b):
    return fn(a, b).relu().sum()
