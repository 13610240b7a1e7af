# Objects that cannot be pickled.
# %% solution unpicklable
import threading


def take(iterator):
    return next(iterator)


def is_free(lock):
    return lock.acquire(blocking=False)


def hold(lock):
    with lock:
        return lock.locked()
# %% test generator_is_bound 1
numbers = (n * n for n in range(5))
assert take(numbers) == 0
# %% test generator_goes_on 1
assert [take(numbers), next(numbers)] == [1, 4]
# %% test lock_is_bound 1
import threading

lock = threading.Lock()
assert is_free(lock) and lock.locked()
# %% test lock_goes_on 1
lock.release()
assert hold(lock)
