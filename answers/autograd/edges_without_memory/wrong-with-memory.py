"""Counts the edges of the picture with memory.

points: 0
"""

def edges_without_memory(n):
    return 2 * n
