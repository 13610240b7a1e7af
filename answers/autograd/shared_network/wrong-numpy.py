"""Computes with NumPy, where nothing is recorded.

points: 0
"""

import numpy as np


def shared_network():
    h = np.exp(np.ones(1))
    return h + h
