# A patch that no cell takes back.
# %% solution dice
import random


def roll():
    return random.randint(1, 6)
# %% test patch_of_the_cell 1
import random

random.randint = lambda low, high: 4
assert [roll() for _ in range(20)] == [4] * 20
# %% test patch_of_an_earlier_cell 1
assert [roll() for _ in range(20)] == [4] * 20
