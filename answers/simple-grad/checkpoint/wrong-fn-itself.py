"""The function has all gradients already.

points: 0
hears: one entry
"""

def checkpoint(fn):
    return fn
