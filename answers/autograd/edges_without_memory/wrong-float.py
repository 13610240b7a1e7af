"""does: Computes with floats, and returns one.
believes: "A float holds every whole number."

points: 2
"""

def edges_without_memory(n):
    return 2.0 ** (n + 1) - 2
