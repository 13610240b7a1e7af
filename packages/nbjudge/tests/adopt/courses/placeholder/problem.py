# A test cell for each kind of answer that holds nothing, and some that none of them passes.
# %% given imports
import numpy as np
# %% given counted
class Counted:
    added = 0

    def __radd__(self, other):
        Counted.added += 1
        return other + 1.5

def adds(function):
    Counted.added = 0
    function([Counted()])
    assert Counted.added == 1, "The function has added nothing."
# %% solution scaled
def scaled(numbers):
    """Return the numbers times two, as an array."""
    ### BEGIN SOLUTION
    return twice(numbers)

def twice(numbers):
    return 2 * np.asarray(numbers)
    ### END SOLUTION
# %% solution mean
def mean(numbers):
    """Return the mean, a float; nothing is printed."""
    ### BEGIN SOLUTION
    print("The mean of", numbers)
    return sum(numbers) / len(numbers)
    ### END SOLUTION
# %% solution firsts
def firsts(number):
    """Return the first whole numbers as a list."""
    ### BEGIN SOLUTION
    return list(range(number))
    ### END SOLUTION
# %% solution Account
class Account:
    """Holds money."""
    ### BEGIN SOLUTION
    def __init__(self, money):
        self.money = money

    def with_interest(self):
        return 1.5 * self.money
    ### END SOLUTION
# %% solution limit
### BEGIN SOLUTION
limit = 3.5
### END SOLUTION
# %% test near 1
assert np.allclose(scaled([1, 2]), [2, 4])
# %% test broadcast 1
np.testing.assert_allclose(firsts(4)[3:], 3)
# %% test not_above 2
assert not abs(mean([1, 2]) - 1.5) > 1e-6
# %% test only_zeros 1
assert scaled([0, 0]).tolist() == [0, 0]
# %% test asks 1
assert scaled([1]).all()
# %% test in_part 4
4 if mean([1, 2]) == 1.5 else 1 if mean([0, 0]) == 0 else 0
# %% test value 1
assert not abs(limit - 3.5) > 1e-6
# %% test method 1
assert not abs(Account(2).with_interest() - 3) > 1e-6
# %% test made 1
assert Account(2).money == 2
# %% test nothing 1
assert str(mean([1, 2])) in ("None", "1.5")
# %% test runs 1
adds(mean)
# %% test sound 1
got = scaled([1, 2])
assert type(got) is np.ndarray and got.shape == (2,) and np.allclose(got, [2, 4])
# %% test sound_too 1
assert firsts(3) == [0, 1, 2] and mean([1, 2]) == 1.5 and limit == 3.5
# %% test raises 1
try:
    mean([])
except ZeroDivisionError:
    pass
else:
    raise AssertionError("There is no mean of nothing.")
