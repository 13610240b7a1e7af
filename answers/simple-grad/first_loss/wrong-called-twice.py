"""Calling the operator twice gives two gradients.

points: 0
hears: first_loss should call fn once
"""

def first_loss(fn, a, b):
    return (fn(a, b) * fn(a, b)).sum()
