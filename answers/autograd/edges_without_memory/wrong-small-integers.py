"""does: Computes with 32 bits, which overflow from n = 31 on.

points: 2
"""

def edges_without_memory(n):
    return (2 ** (n + 1) - 2) % 2**32
