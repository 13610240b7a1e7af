"""does: Gives up for n above 50.
believes: "So many edges can't be counted."

points: 2
"""

def edges_without_memory(n):
    if n > 50:
        raise ValueError("too many edges to count")
    return 2 ** (n + 1) - 2
