# What student's code calls is replaced while a test runs.
# %% solution patches
import random


def rate():
    return 2


def price(hours):
    return hours * rate()


def roll():
    return random.randint(1, 6)


def greet():
    print("hello")
# %% test patched_print 1
from unittest import mock

with mock.patch("builtins.print") as fake:
    greet()
fake.assert_called_once_with("hello")
# %% test patched_module 1
from unittest import mock

with mock.patch("random.randint", return_value=4) as fake:
    assert roll() == 4
fake.assert_called_once_with(1, 6)
# %% test patched_function 1
from unittest import mock

with mock.patch("__main__.rate", return_value=10):
    assert price(3) == 30
assert price(3) == 6
