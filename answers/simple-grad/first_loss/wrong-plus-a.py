"""Adding the input to the result does it.

points: 0
hears: nothing arrives for r
"""

def first_loss(fn, a, b):
    return (fn(a, b) + a).sum()
