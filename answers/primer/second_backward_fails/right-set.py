"""Subtracts the operations that keep nothing.

points: 1
"""


def second_backward_fails(operations):
    return bool(set(operations) - {"add", "minus", "sum", "reshape"})
