"""Assumes quadratic growth: right for n = 1 and n = 2.

points: 0
"""

def edges_without_memory(n):
    return n * n + n
