"""does: Converts a float to an int after the digits are lost.

points: 2
"""

import math


def edges_without_memory(n):
    return int(math.pow(2, n + 1) - 2)
