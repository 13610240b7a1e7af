"""does: Counts visits instead of edges: one too many.

points: 0
"""

def edges_without_memory(n):
    return 2 ** (n + 1) - 1
