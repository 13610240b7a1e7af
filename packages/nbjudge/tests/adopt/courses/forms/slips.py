# A slip of the course, which plain nbgrader does not show: `nbjudge check` names it.
# %% solution scaled
def scaled(x):
    return x * FACTOR


def half(x):
    return x / 2
# %% in_process global_of_a_test
FACTOR = 3
assert scaled(2) == 6
# %% test beside_it
assert half(3) == 1.5
# %% wrong scaled half: beside_it
def half(x):
    return x // 2
