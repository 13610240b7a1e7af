"""The function has all gradients already.

points: 0
hears: one line
"""

def checkpoint(fn):
    return fn
