"""does: Computes the power with floats and converts it to int.
believes: "A float holds every whole number."

points: 2
hears: n = 54: expected 36028797018963966, got 36028797018963968.
"""

def edges_without_memory(n):
    return int(2.0 ** (n + 1) - 2)
