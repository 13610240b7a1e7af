"""Recursion with one call a level.

points: 4
"""

def edges_without_memory(n):
    if n == 0:
        return 0
    below = edges_without_memory(n - 1)
    return 2 + below + below
