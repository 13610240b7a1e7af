"""does: Prints the number and returns nothing.

points: 0
"""

def edges_without_memory(n):
    print(2 ** (n + 1) - 2)
