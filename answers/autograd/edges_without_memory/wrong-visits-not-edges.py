"""Counts the visits, of which there is one more.

points: 0
"""

def edges_without_memory(n):
    return 2 ** (n + 1) - 1
