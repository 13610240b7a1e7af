"""fn can be used unchanged.

points: 0
hears: one entry
"""

def checkpoint(fn):
    return fn
