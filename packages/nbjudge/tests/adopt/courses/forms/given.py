# Tools and classes that an instructor cell imports, and seeds.
# %% given
import datetime
import hashlib
import json
import math
import random
from collections import Counter, OrderedDict
from datetime import date
from fractions import Fraction

import numpy as np
from numpy.testing import assert_allclose
# %% solution answers
grid = np.arange(4).reshape(2, 2)


def letters(word):
    return Counter(word)


def half(n):
    return Fraction(n, 2)


def tomorrow(day):
    return day + datetime.timedelta(days=1)


def root(x):
    return math.sqrt(x)


def doubled(values):
    return 2 * np.asarray(values)


def rolled(times):
    return [random.randint(1, 6) for _ in range(times)]


def noise(count):
    return np.random.normal(size=count)


def as_text(value):
    return json.dumps(value, sort_keys=True)
# %% test array_classes
assert isinstance(grid, np.ndarray) and type(grid) is np.ndarray
assert np.issubdtype(grid.dtype, np.integer) and isinstance(grid[0, 1], (int, np.integer))
# %% test counter
assert isinstance(letters("aab"), Counter) and letters("aab") == Counter({"a": 2, "b": 1})
assert not isinstance(letters(""), OrderedDict)
# %% test fraction
assert isinstance(half(3), Fraction) and half(3) + half(1) == 2
# %% test dates
assert isinstance(tomorrow(date(2024, 2, 28)), date)
assert tomorrow(date(2024, 2, 28)) == datetime.date(2024, 2, 29)
# %% test numbers_of_math
assert math.isclose(root(2), math.sqrt(2)) and isinstance(root(4), float)
# %% test hashed
assert hashlib.md5(str(root(16)).encode()).hexdigest() == hashlib.md5(b"4.0").hexdigest()
# %% test given_assertion
assert_allclose(doubled([1, 2]), np.array([2, 4]))
# %% test function_of_the_test
def near(a, b):
    return np.allclose(a, b) and a.shape == np.shape(b)


assert near(doubled([1.5]), [3.0])
# %% test seeded
random.seed(3)
expected = [random.randint(1, 6) for _ in range(5)]
random.seed(3)
assert rolled(5) == expected
# %% test seeded_arrays
np.random.seed(42)
expected = np.random.normal(size=3)
np.random.seed(42)
np.testing.assert_array_equal(noise(3), expected)
# %% test text
assert json.loads(as_text({"b": 1, "a": [2]})) == {"a": [2], "b": 1}
# %% wrong answers counter: counter
def letters(word):
    return {letter: word.count(letter) for letter in word}
# %% wrong answers half: fraction
def half(n):
    return n / 2
# %% wrong answers rolled: seeded
def rolled(times):
    return [7 - random.randint(1, 6) for _ in range(times)]
# %% wrong answers noise: seeded_arrays
def noise(count):
    return np.random.uniform(size=count)
# %% wrong answers grid: array_classes
grid = [[0, 1], [2, 3]]
