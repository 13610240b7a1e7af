"""does: Counts with NumPy, and returns an int64.

points: 2
hears: n = 40: expected an int, got a NumPy int64.
"""

import numpy as np


def edges_without_memory(n):
    return np.int64(2) ** np.int64(n + 1) - np.int64(2)
