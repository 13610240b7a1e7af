"""does: Calls fn, which records its own entries.

points: 0
hears: number of entries on the tape: expected 1, got 2.
"""

def aggregate(fn):
    def operator(*inputs):
        return fn(*inputs)

    return operator
