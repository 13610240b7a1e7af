"""does: Returns the square of n, plus n: right for n = 1 and n = 2.
believes: "The number of edges grows quadratically."

points: 0
"""

def edges_without_memory(n):
    return n * n + n
