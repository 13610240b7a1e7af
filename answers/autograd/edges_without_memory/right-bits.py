"""Writes n ones and a zero, and reads them as a binary number.

points: 4
"""

def edges_without_memory(n):
    return int("1" * n + "0", 2)
