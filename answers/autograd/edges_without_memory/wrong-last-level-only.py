"""does: Counts only the edges to the leaf.
believes: "Only the edges to the leaf count."

points: 0
"""

def edges_without_memory(n):
    return 2**n
