"""Hold Python's lock in C code, where no interrupt is seen."""

import itertools


def total(numbers):
    return sum(itertools.repeat(0))
