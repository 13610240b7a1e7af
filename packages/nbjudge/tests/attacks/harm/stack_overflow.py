"""Recurse without end, with the limit that would stop it taken away."""

import sys


def total(numbers):
    sys.setrecursionlimit(2**30)
    return total([numbers]) + 1
