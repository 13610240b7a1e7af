"""does: Returns a + b.
believes: "The + of Variables already does it."

points: 0
hears: left no entry of its own on the tape
"""

def add(a, b):
    return a + b
