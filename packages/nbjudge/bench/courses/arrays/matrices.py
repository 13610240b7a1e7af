# Matrices, as in a first course on NumPy.
# %% given imports
import numpy as np
# %% solution matrices
### BEGIN SOLUTION
def solve(a, b):
    return np.linalg.solve(a, b)


def symmetric(a):
    return np.array_equal(a, a.T)


def power(a, steps=100):
    x = np.ones(len(a))
    for _ in range(steps):
        x = a @ x
        x /= np.linalg.norm(x)
    return x @ a @ x
### END SOLUTION
# %% test solved 2
a = np.array([[2.0, 1.0], [1.0, 3.0]])
assert np.allclose(a @ solve(a, np.array([3.0, 5.0])), [3, 5])
# %% test symmetry 1
assert symmetric(np.eye(3)) and not symmetric(np.array([[0, 1], [2, 0]]))
# %% test largest_eigenvalue 3
assert np.isclose(power(np.diag([1.0, 4.0, 2.0])), 4)
