"""Each doubling draws two edges, and everything before it twice.

points: 4
"""

def edges_without_memory(n):
    edges = 0
    for _ in range(n):
        edges = 2 * (edges + 1)
    return edges
