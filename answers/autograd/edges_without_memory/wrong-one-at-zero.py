"""does: Returns at least 1, even for n = 0.
believes: "There is always at least one edge."

points: 2
"""

def edges_without_memory(n):
    return max(1, 2 ** (n + 1) - 2)
