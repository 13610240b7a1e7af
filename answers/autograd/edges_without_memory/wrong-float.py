"""Computes with floats, which can't hold the answer for 60, and returns one.

points: 2
"""

def edges_without_memory(n):
    return 2.0 ** (n + 1) - 2
