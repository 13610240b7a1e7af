"""does: Counts edges as if each node were drawn once.

points: 0
"""

def edges_without_memory(n):
    return 2 * n
