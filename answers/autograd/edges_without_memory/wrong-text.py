"""does: Returns the number as a string.

points: 0
"""

def edges_without_memory(n):
    return f"{2 ** (n + 1) - 2}"
