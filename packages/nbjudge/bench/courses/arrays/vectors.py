# Vectors, as in a first course on NumPy.
# %% given imports
import numpy as np
# %% solution vectors
### BEGIN SOLUTION
def unit(v):
    return v / np.linalg.norm(v)


def angle(v, w):
    return np.degrees(np.arccos(unit(v) @ unit(w)))


def moving_average(values, width):
    return np.convolve(values, np.ones(width) / width, mode="valid")
### END SOLUTION
# %% test unit_vector 2
assert np.allclose(unit(np.array([3.0, 4.0])), [0.6, 0.8])
assert isinstance(unit(np.ones(3)), np.ndarray)
# %% test angles 2
assert np.isclose(angle(np.array([1.0, 0.0]), np.array([0.0, 2.0])), 90)
# %% test averages 2
np.testing.assert_allclose(moving_average(np.arange(5.0), 3), [1, 2, 3])
