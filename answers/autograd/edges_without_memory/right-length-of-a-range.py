"""The length of a range, which Python computes without counting.

points: 4
"""

def edges_without_memory(n):
    return len(range(2, 2 << n))
