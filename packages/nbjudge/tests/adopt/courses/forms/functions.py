# Functions of test cells that the student's code calls.
# %% given
import numpy as np
# %% solution functions
import functools


def memoize(function):
    cache = {}

    @functools.wraps(function)
    def wrapper(n):
        if n not in cache:
            cache[n] = function(n)
        return cache[n]

    return wrapper


def counted(function):
    def wrapper(*args):
        wrapper.calls += 1
        return function(*args)

    wrapper.calls = 0
    return wrapper


def compose(f, g):
    return lambda x: f(g(x))


def derivative(f, x, h=1e-6):
    return (f(x + h) - f(x - h)) / (2 * h)


def twice(x):
    return 2 * x


offset = 1
# %% test recursion_through_a_decorator
@memoize
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


assert fib(12) == 144
# %% test calls_are_counted
@counted
def factorial(n):
    return 1 if n < 1 else n * factorial(n - 1)


assert factorial(5) == 120 and factorial.calls == 6
# %% test given_module
assert abs(derivative(lambda x: np.sin(x), 0.0) - 1) < 1e-6
# %% test function_of_the_student_inside
def shifted(x):
    return twice(x) + offset


assert compose(shifted, shifted)(1) == 7
# %% test defined_later
def even(n):
    return n == 0 or odd(n - 1)


decorated = memoize(even)


def odd(n):
    return n != 0 and even(n - 1)


assert decorated(10) is True
# %% wrong functions memoize: recursion_through_a_decorator defined_later
def memoize(function):
    return lambda n: function(n) + 1
# %% wrong functions counted: calls_are_counted
def counted(function):
    def wrapper(*args):
        return function(*args)

    wrapper.calls = 1
    return wrapper
