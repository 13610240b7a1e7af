"""Subtracts the operations that save nothing.

points: 1
"""


def second_backward_fails(operations):
    return bool(set(operations) - {"add", "minus", "sum", "reshape"})
