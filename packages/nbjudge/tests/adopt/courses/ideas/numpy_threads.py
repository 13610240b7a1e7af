# NumPy's linear algebra with threads, in the student's cell and in the test cell.
# %% given imports
import numpy as np
# %% solution solve
matrix = np.eye(600) * 2
inverse = np.linalg.inv(matrix)


def solve(b):
    return np.linalg.solve(matrix, b)
# %% test threads_of_numpy 1
assert np.allclose(solve(np.ones((600, 600))), 0.5)
assert np.allclose(inverse @ matrix, np.eye(600))
