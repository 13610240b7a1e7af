"""Multiplies the visits at each level by two edges.

points: 4
"""

def edges_without_memory(n):
    visits = [1]
    while len(visits) < n:
        visits.append(2 * visits[-1])
    return sum(2 * v for v in visits[:n])
