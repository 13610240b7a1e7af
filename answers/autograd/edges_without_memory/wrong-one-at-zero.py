"""Thinks that there is always one edge at least.

points: 2
"""

def edges_without_memory(n):
    return max(1, 2 ** (n + 1) - 2)
