# Classes of the student's, looked at and used as in a course on Python.
# %% solution classes
import asyncio


class Shape:
    """A shape."""

    def __init__(self, name):
        self.name = name

    def area(self):
        return 0


class Square(Shape):
    def __init__(self, side):
        super().__init__("square")
        self.side = side

    def area(self):
        return self.side**2


class EmptyError(Exception):
    pass


class Countdown:
    def __init__(self, start):
        self.start = start

    def __iter__(self):
        self.i = self.start
        return self

    def __next__(self):
        if self.i == 0:
            raise StopIteration
        self.i -= 1
        return self.i + 1


class Fibonacci:
    def __getitem__(self, place):
        a, b = 0, 1
        for _ in range(place):
            a, b = b, a + b
        return a

    def __contains__(self, number):
        place = 0
        while self[place] < number:
            place += 1
        return self[place] == number


class Session(list):
    def __enter__(self):
        self.append("open")
        return self

    def __exit__(self, *error):
        self.append("closed")


class Vector(list):
    def __add__(self, other):
        return Vector(a + b for a, b in zip(self, other))


class Zeros(dict):
    def __missing__(self, key):
        return 0


class Named(list):
    def __init__(self, name, items=()):
        super().__init__(items)
        self.name = name


def double(x):
    return 2 * x


def numbers():
    yield 1


async def later(x):
    await asyncio.sleep(0)
    return x
# %% test base
assert Square.__base__ is Shape and Square.__bases__ == (Shape,)
assert EmptyError.__base__ == Exception and Shape.__base__ is object
# %% test mro
assert Square.__mro__ == (Square, Shape, object)
assert [kind.__name__ for kind in EmptyError.__mro__[1:3]] == ["Exception", "BaseException"]
# %% test source_of_init
import inspect

assert "super" in inspect.getsource(Square.__init__)
assert list(inspect.signature(Square.__init__).parameters) == ["self", "side"]
# %% test kind_of_function
import types

assert type(double) == types.FunctionType
assert type(numbers()) == types.GeneratorType and isinstance(double, types.FunctionType)
assert type(Square(2).area) == types.MethodType
# %% test iterator_is_reset
countdown = Countdown(3)
assert list(countdown) == [3, 2, 1]
assert [x for x in countdown] == [3, 2, 1]
# %% test membership_without_end
assert 8 in Fibonacci()
assert 9 not in Fibonacci()
# %% test list_with_block
with Session(["x"]) as session:
    assert session == ["x", "open"]
assert session[-1] == "closed" and len(session) == 3
# %% in_process list_operator
assert Vector([1, 2]) + Vector([3, 4]) == [4, 6]
# %% test dict_missing
assert Zeros(a=1)["a"] == 1 and Zeros()["b"] == 0
assert Zeros(a=1) == {"a": 1}
# %% test list_with_a_name
named = Named("primes", [2, 3])
assert named.name == "primes" and named == [2, 3] and sum(named) == 5
# %% test awaited
assert await later(3) == 3
# %% test run_in_a_loop
import asyncio
import threading

results = []


def run():
    results.append(asyncio.run(later(5)))


thread = threading.Thread(target=run)
thread.start()
thread.join()
assert results == [5]
# %% test gathered
import asyncio

assert await asyncio.gather(later(1), later(2)) == [1, 2]
# %% wrong classes base: base mro source_of_init
class Square:
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side**2
# %% wrong classes iterator: iterator_is_reset
class Countdown:
    def __init__(self, start):
        self.i = start

    def __iter__(self):
        return self

    def __next__(self):
        if self.i == 0:
            raise StopIteration
        self.i -= 1
        return self.i + 1
# %% wrong classes contains: membership_without_end
class Fibonacci:
    def __getitem__(self, place):
        return place

    def __contains__(self, number):
        return number < 100
# %% wrong classes vector: list_operator
class Vector(list):
    pass
# %% wrong classes kind: kind_of_function
class Double:
    def __call__(self, x):
        return 2 * x


double = Double()
