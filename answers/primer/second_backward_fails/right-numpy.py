"""Compares with NumPy, and returns NumPy's bool.

points: 1
"""

import numpy as np


def second_backward_fails(operations):
    return np.isin(["multiply", "exp", "sin", "relu"], operations).any()
