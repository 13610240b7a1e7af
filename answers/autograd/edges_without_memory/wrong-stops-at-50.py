"""Gives up for n above 50, because there are too many edges.

points: 2
"""

def edges_without_memory(n):
    if n > 50:
        raise ValueError("too many edges to count")
    return 2 ** (n + 1) - 2
