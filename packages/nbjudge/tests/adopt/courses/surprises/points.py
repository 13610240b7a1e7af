# One test cell for each thing that would surprise a student.
# %% given imports
import math
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
import os

# In stock nbgrader the folder is that of the submission.
assert double(1) == 2 and "solution-1" not in os.getcwd()
# %% test warns 1
import sys

assert double(3) == 6
print("careful", file=sys.stderr)
