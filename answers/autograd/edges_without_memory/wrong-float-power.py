"""does: Computes the power with floats and converts it to int.
believes: "A float holds every whole number."

points: 2
hears: n = 60: expected 2305843009213693950, got 2305843009213693952.
"""

def edges_without_memory(n):
    return int(2.0 ** (n + 1) - 2)
