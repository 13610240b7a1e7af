"""Returns the number as text.

points: 0
"""

def edges_without_memory(n):
    return f"{2 ** (n + 1) - 2}"
