"""does: Counts two edges too many.

points: 0
"""

def edges_without_memory(n):
    return 2 ** (n + 1)
