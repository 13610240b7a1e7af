# An array of 160 MB.
# %% solution mean
def mean(array):
    return array.sum() / array.size
# %% test large_array 1
import numpy as np

numbers = np.ones(20_000_000)
assert mean(numbers) == 1
