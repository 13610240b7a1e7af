"""does: Uses the operators.
believes: "Putting operators into one function fuses them."

points: 0
hears: number of entries on the tape: expected 1, got 3.
"""

def fused(a, b):
    t = a * b
    return t * t + a
