"""Uses the closed form.

points: 4
"""

def edges_without_memory(n):
    return 2 ** (n + 1) - 2
