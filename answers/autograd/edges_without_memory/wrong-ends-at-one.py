"""does: Ends the recursion at n = 1, so it never ends for n = 0.

points: 2
hears: n = 0: your function fails with RecursionError
"""

def edges_without_memory(n):
    if n == 1:
        return 2
    return 2 + 2 * edges_without_memory(n - 1)
