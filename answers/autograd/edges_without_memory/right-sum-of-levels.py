"""Sums the edges level by level: 2, 4, 8, and so on.

points: 4
"""

def edges_without_memory(n):
    return sum(2**level for level in range(1, n + 1))
