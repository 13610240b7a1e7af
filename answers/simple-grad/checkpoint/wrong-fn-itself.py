"""does: Returns fn unchanged.
believes: "fn can be used unchanged."

points: 0
hears: number of entries on the tape: expected 1, got 2.
"""

def checkpoint(fn):
    return fn
