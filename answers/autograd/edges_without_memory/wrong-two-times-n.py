"""Counts the edges that are drawn with memory.

points: 0
hears: these are the edges that are drawn with memory
"""

def edges_without_memory(n):
    return 2 * n
