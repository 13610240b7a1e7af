# Objects that cannot be pickled, in both directions.
# shared: generator_as_argument unpicklable_argument
# %% solution crossing
### BEGIN SOLUTION
import threading


def adder(n):
    """A function that adds n."""
    return lambda x: x + n


def first_of(items):
    """The first item of an iterator."""
    return next(items)


def is_free(lock):
    """True if nobody holds a lock."""
    return lock.acquire(blocking=False)


lock = threading.Lock()
table = {"add": adder(1), "lock": lock}
### END SOLUTION
# %% test returned_function 1
assert adder(2)(3) == 5
assert [adder(n)(0) for n in range(3)] == [0, 1, 2]
# %% test unpicklable_value 1
assert callable(table["add"]) and table["add"](1) == 2
assert not lock.locked()
# %% test function_as_argument 1
assert list(map(adder(1), [1, 2])) == [2, 3]
# %% test generator_as_argument 1
assert first_of(n * n for n in [3, 4]) == 9
# %% test unpicklable_argument 1
import threading

assert is_free(threading.Lock())
