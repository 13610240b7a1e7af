# One test cell for each thing that would surprise a student, and some that would not.
# %% given imports
import json
import math
import os
from toolbox import agree


size = 3


def close(a, b):
    return agree(a, b)
# %% solution double
def double(x):
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION
# %% solution half
def half(x):
    ### BEGIN SOLUTION
    return x // 2
    ### END SOLUTION
# %% solution order
def ordered(items):
    ### BEGIN SOLUTION
    found = list(items)
    found.sort()
    return found[:]
    ### END SOLUTION
# %% solution save
def save(numbers):
    ### BEGIN SOLUTION
    with open("numbers.json", "w") as file:
        json.dump([numbers[0], numbers[1]], file)
    ### END SOLUTION
# %% solution others
### BEGIN SOLUTION
class Money:
    def __init__(self, cents):
        self.cents = cents

    def __add__(self, other):
        return Money(self.cents + other.cents)


def scaled(x):
    return x * FACTOR
### END SOLUTION
# %%
import nowhere_to_be_found
# %% test right 1
assert double(4) == 8
# %% test solution_fails 2
assert half(3) == 1.5
# %% test worth_nothing 0
assert half(3) == 1.5
# %% test passes_always 1
try:
    assert double(1) == 2
except Exception:
    pass
# %% test passes_in_part 4
score = 1
try:
    assert double(1) == 2
    score = 4
except Exception:
    pass
score
# %% test passed_by_nan 1
assert not abs(double(4) - 8) > 1e-6
# %% test flaky 1
# In plain nbgrader the folder is that of the submission.
assert double(1) == 2 and "solution-1" not in os.getcwd()
# %% test warns 1
import sys

assert double(3) == 6
print("careful", file=sys.stderr)
# %% test argument 1
items = [3, 1]
assert ordered(items) == [1, 3]
before = items + []
assert before == [3, 1]
# %% test argument_by_value 1
items = [3, 1]
assert (ordered(items), items + []) == ([1, 3], [3, 1])
# %% test left_over 1
# A file of this name is next to the notebook, and that is the one that the judge has.
save([1, 2])
with open("numbers.json") as file:
    assert json.load(file) == [1, 2]
# %% test sum_of_objects 1
"""Do objects have a sum?"""
amount = Money(1)

assert (amount + Money(2)).cents == 3
# %% test global_of_a_test 1
FACTOR = 3
assert scaled(2) == 6
# %% test helper 1
assert close(double(2), 4)
# %% test kernel 1
import sys

assert double(1) == 2 and "ipykernel" in sys.modules
# %% test rebinds 1
size = None
assert double(1) == 2
# %%
doubled = double(size)
# %% test better 1
assert doubled == 6
# %% test ends_in_an_answer 1
assert double(2) == 4
double(0.5)
