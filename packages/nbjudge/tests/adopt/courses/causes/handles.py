# What tests do with objects that cannot cross.
# shared: arithmetic order
# %% solution objects
### BEGIN SOLUTION
import functools


class Vector:
    """Numbers that are added."""

    def __init__(self, *parts):
        self.parts = list(parts)

    def __add__(self, other):
        return Vector(*(a + b for a, b in zip(self.parts, other.parts)))

    def __lt__(self, other):
        return sum(self.parts) < sum(other.parts)

    def __getitem__(self, place):
        return self.parts[place]

    def __setitem__(self, place, value):
        self.parts[place] = value

    def __contains__(self, value):
        return value in self.parts

    def __len__(self):
        return len(self.parts)


class Door:
    """Open inside a with statement."""

    open = False

    def __enter__(self):
        self.open = True
        return self

    def __exit__(self, *error):
        self.open = False


def countdown(n):
    """Count from n to 1."""
    while n:
        yield n
        n -= 1


def twice(function):
    """Call a function two times."""

    @functools.wraps(function)
    def wrapper(*arguments):
        return function(*arguments), function(*arguments)

    return wrapper


@twice
def greet(name):
    return f"Hello {name}"
### END SOLUTION
# %% test with_statement 1
door = Door()
with door as inside:
    assert inside.open
assert not door.open
# %% test next_item 1
numbers = countdown(3)
assert next(numbers) == 3
assert next(numbers) == 2
assert list(numbers) == [1]
assert next(numbers, None) is None
# %% test membership 1
assert 2 in Vector(1, 2)
assert 5 not in Vector(1, 2)
# %% test item_assignment 1
vector = Vector(1, 2)
vector[0] = 7
assert vector[0] == 7 and len(vector) == 2
assert vector.parts == [7, 2]
# %% test arithmetic 1
assert (Vector(1, 2) + Vector(3, 4)).parts == [4, 6]
# %% test order 1
assert Vector(1, 2) < Vector(3, 4)
assert not Vector(3, 4) < Vector(1, 2)
assert max([Vector(0), Vector(9)]).parts == [9]
# %% test signature 1
import inspect

assert list(inspect.signature(countdown).parameters) == ["n"]
# %% test source_text 1
import inspect

assert "while" in inspect.getsource(countdown)
assert inspect.isgeneratorfunction(countdown) or "yield" in inspect.getsource(countdown)
# %% test wrapped 1
assert greet("Ann") == ("Hello Ann", "Hello Ann")
assert greet.__wrapped__("Ann") == "Hello Ann"
assert greet.__name__ == "greet" and "two times" in twice.__doc__
