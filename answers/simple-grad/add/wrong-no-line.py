"""does: Records no entry.
believes: "The tape records itself."

points: 0
hears: left no entry of its own on the tape
"""

def add(a, b):
    return Variable(a.value + b.value)
