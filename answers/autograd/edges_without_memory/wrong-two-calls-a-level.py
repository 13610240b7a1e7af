"""does: Calls itself twice for each level: right for a small n, endless for 60.

points: 2
"""

def edges_without_memory(n):
    if n == 0:
        return 0
    return 2 + edges_without_memory(n - 1) + edges_without_memory(n - 1)
