"""Counts only the edges to the leaf.

points: 0
"""

def edges_without_memory(n):
    return 2**n
