# A student's function that ends the program.
# %% solution leave
import sys


def leave(code=0):
    sys.exit(code)
# %% test code_of_the_exit 1
import unittest

with unittest.TestCase().assertRaises(SystemExit) as caught:
    leave(3)
assert caught.exception.code == 3
