# What a test cell takes from the submission, and what it could say instead.
# %% given imports
import os
from toolbox import agree

def close(a, b):
    return agree(a, b)
# %% solution answers
### BEGIN SOLUTION
import collections
import json


def double(x):
    return 2 * x


def counted(letters):
    return collections.Counter(letters)


def scaled(x):
    return x * FACTOR


def write(path):
    with open(path, "w") as file:
        file.write(json.dumps(double(1)))
### END SOLUTION
# %% test tool 1
assert json.dumps(double(2)) == "4"
# %% test helper 1
assert agree(double(2), 4)
# %% test given_function 1
assert close(double(0.5), 1)
# %% test type_of_value 1
"""Is it a counter?"""
letters = counted("aab")

assert isinstance(letters, collections.Counter)
# %% test global_of_a_test 1
FACTOR = 3
assert scaled(2) == 6
# %% test file 1
write("here.cfg")
assert os.path.exists("here.cfg")
