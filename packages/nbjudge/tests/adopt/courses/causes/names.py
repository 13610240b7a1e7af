# Tests that delete, replace or take the names of the student.
# shared: deletes replaces
# %% solution names
### BEGIN SOLUTION
calls = 0


def square(x):
    """x times x."""
    return x * x


def sum_of_squares(numbers):
    """Uses square."""
    return sum(square(x) for x in numbers)
### END SOLUTION
# %% test helper 1
def check(numbers, expected):
    assert sum_of_squares(numbers) == expected


check([1, 2], 5)
# %% test uses_helper 1
check([3], 9)
check([], 0)
# %% test deletes 1
kept = square
del square
try:
    sum_of_squares([1])
except NameError:
    pass
else:
    raise AssertionError("sum_of_squares does not call square")
finally:
    square = kept
# %% test replaces 1
before = square
square = lambda x: 100
assert sum_of_squares([1, 1]) == 200
square = before
# %% test afterwards 1
assert square(4) == 16
