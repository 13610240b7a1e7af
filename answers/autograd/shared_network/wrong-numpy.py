"""does: Uses NumPy, whose operations aren't recorded.
believes: "NumPy's operations are recorded, too."

points: 0
"""

import numpy as np


def shared_network():
    h = np.exp(np.ones(1))
    return h + h
