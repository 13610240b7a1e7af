"""Turns a float into an int when the digits are gone already.

points: 2
"""

import math


def edges_without_memory(n):
    return int(math.pow(2, n + 1) - 2)
