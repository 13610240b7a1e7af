# The kinds of cells of the course that `nbgrader quickstart` makes, in other words.
# %% markdown
# Cubes and their sum.
# %% solution cubes
def cubes(n):
    """Return the cubes of 1 to n as a list."""
    ### BEGIN SOLUTION
    if n < 1:
        raise ValueError("n must be at least 1")
    return [k**3 for k in range(1, n + 1)]
    ### END SOLUTION
# %%
cubes(4)
# %% test correct_cubes 1
"""Does cubes return the right list?"""
assert cubes(1) == [1]
assert cubes(2) == [1, 8]
### BEGIN HIDDEN TESTS
assert cubes(5) == [1, 8, 27, 64, 125]
### END HIDDEN TESTS
# %% test cubes_of_nothing 1
"""Does cubes refuse what makes no sense?"""
try:
    cubes(0)
except ValueError:
    pass
else:
    raise AssertionError("cubes(0) must raise a ValueError")

try:
    cubes(-7)
except ValueError:
    pass
else:
    raise AssertionError("cubes(-7) must raise a ValueError")
# %% solution total
def total_of_cubes(n):
    """Return the sum of the cubes of 1 to n."""
    ### BEGIN SOLUTION
    return sum(cubes(n))
    ### END SOLUTION
# %%
total_of_cubes(4)
# %% test correct_total 0.5
"""Is the sum right?"""
assert total_of_cubes(1) == 1
assert total_of_cubes(3) == 36
# %% test total_calls_cubes 0.5
"""Does the sum call cubes?"""
kept = cubes
del cubes
try:
    total_of_cubes(2)
except NameError:
    pass
else:
    raise AssertionError("total_of_cubes does not call cubes")
finally:
    cubes = kept
# %% manual application 2
### BEGIN SOLUTION
def triangular_squared(n):
    """The sum of the cubes is the square of the n-th triangular number."""
    return (n * (n + 1) // 2) ** 2
### END SOLUTION
