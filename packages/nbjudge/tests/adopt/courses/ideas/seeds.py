# Random numbers after a seed.
# %% given imports
import random

import numpy as np
import torch
# %% solution draws
def draws(n):
    return [random.random() for _ in range(n)]


def noise(n):
    return np.random.rand(n)


def weights(n):
    return torch.rand(n)
# %% test seed_of_random 1
random.seed(1)
expected = [random.random() for _ in range(4)]
random.seed(1)
assert draws(2) == expected[:2]
# %% test seed_of_an_earlier_cell 1
assert draws(2) == expected[2:]
# %% test seed_of_numpy 1
np.random.seed(1)
expected = np.random.rand(3)
np.random.seed(1)
assert np.array_equal(noise(3), expected)
# %% test seed_of_torch 1
torch.manual_seed(1)
expected = torch.rand(3)
torch.manual_seed(1)
assert torch.equal(weights(3), expected)
