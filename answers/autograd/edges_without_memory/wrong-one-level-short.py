"""does: Counts one level too few.

points: 0
"""

def edges_without_memory(n):
    return 2**n - 2
