"""Variables can be summed up already.

points: 0
hears: no entry of its own
"""

def sum_to(a, shape):
    return a.sum_to(shape)
