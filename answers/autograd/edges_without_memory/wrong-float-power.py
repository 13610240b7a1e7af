"""Computes the power with floats and converts it to int.

points: 2
hears: n = 54: you return 36028797018963968, which was a float along the way
"""

def edges_without_memory(n):
    return int(2.0 ** (n + 1) - 2)
