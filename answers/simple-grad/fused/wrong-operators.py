"""Putting operators into one function fuses them.

points: 0
hears: should leave one entry on the tape, not 3
"""

def fused(a, b):
    t = a * b
    return t * t + a
