# A matrix of NumPy, whose product is not an array's.
# %% given imports
import numpy as np
# %% solution matrices
m = np.matrix([[1, 2], [3, 4]])
# %% test matrix_product 1
assert isinstance(m, np.matrix)
assert np.array_equal(m * m, [[7, 10], [15, 22]])
