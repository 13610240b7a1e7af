"""Counts the edges to the leaf only.

points: 0
"""

def edges_without_memory(n):
    return 2**n
