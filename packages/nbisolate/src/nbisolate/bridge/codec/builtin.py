"""Codec of Python's own numbers, texts, bytes and containers."""

import itertools
import math
import re
from typing import Any

from ..special_methods import VALUES, names
from .objects import write_handle
from .wire import DEPTH, Read, Reader, Tree, Writer, malformed, number

DIGITS = re.compile(r"-?[0-9a-f]{1,1000000}")
CHANGES = {list, set, dict}
EXACT = {*CHANGES, tuple, frozenset}
ALL = tuple(EXACT)
PLAIN = {*EXACT, str, int, float, complex, bytes}  # what most values are
# Attributes that make a subclass no more than its container: those that create, show, copy,
# compare and count it.
OF_ANY_CLASS = {*vars(object), "__dict__", "__weakref__", "__slots__", "__copy__", "__deepcopy__"}
OF_ANY_CLASS |= {"__len__", "__iter__", "__contains__"}
# Methods by which a test can ask an object; a class that has one of its own answers by it.
ASKED = frozenset({*names(), "__str__", "__repr__", "__format__"}) - {"__init__", "__hash__"}
CONTAINERS: dict[str, Any] = {"l": list, "t": tuple, "s": set, "z": frozenset}


def write(writer: Writer, item: Any, depth: int) -> Tree:
    """Return the tree of an item, or None if it is of another kind.

    Subclasses are written as the built-in class, read by its own methods and not by overrides.
    """
    # The depth is bounded here, while walking: a list that contains itself has no end. The size is
    # bounded later, because the bytes are only known then (`Student.answer`, and `Channel` again on
    # the judge's side); until then, the process's own limit on memory holds.
    # Not `isinstance`, which believes the `__class__` of an object such as `Mock(spec=int)`.
    own = type(item)
    if issubclass(own, str):
        return str.__str__(item)
    if issubclass(own, int):
        return ["i", format(int.__int__(item), "x")]
    if issubclass(own, float):
        value = float.__float__(item)
        return value if math.isfinite(value) else ["f", repr(value)]
    if issubclass(own, complex):
        return ["c", repr(item.real), repr(item.imag)]
    if issubclass(own, (bytes, bytearray)):
        return ["b", *writer.store(item)]
    if not issubclass(own, ALL):
        return None
    if depth >= DEPTH:
        return write_handle(writer, item, depth)
    if own not in EXACT and can_more(item):
        return None
    for tag, kind in CONTAINERS.items():
        if issubclass(own, kind):
            return [tag, [writer.walk(part, depth + 1) for part in kind.__iter__(item)]]
    if issubclass(own, dict):
        pairs = dict.items(item)
        return ["d", [[writer.walk(k, depth + 1), writer.walk(v, depth + 1)] for k, v in pairs]]
    return None


def answers_itself(item: Any) -> bool:
    """Return True if a class of the notebook, built on a built-in one, changes what a test asks.

    By value, a wrong method of it would not be noticed. A method that ``namedtuple`` made does not
    count.
    """
    if not issubclass(type(item), VALUES):
        return False
    own = itertools.takewhile(lambda base: base not in PLAIN, type(item).__mro__)
    methods = (vars(base)[name] for base in own for name in ASKED & vars(base).keys())
    return any(getattr(method, "__module__", "") == "__main__" for method in methods)


def can_more(item: Any) -> bool:
    """Return True if an object of a subclass of a container is more than that container.

    It is if it has attributes, or if its class has methods other than those that create, show or
    compare it. It then stays in the student's process, because the judge may need these. An object
    of a subclass of a container that cannot change is written as the container all the same.
    """
    kind = type(item)
    if not any(issubclass(kind, container) for container in CHANGES):
        return False
    own = itertools.takewhile(lambda base: base not in EXACT, kind.__mro__)
    named = {name: each for base in own for name, each in vars(base).items()}
    return bool(getattr(item, "__dict__", None)) or any(
        callable(each) or hasattr(each, "__get__")
        for name, each in named.items()
        if name not in OF_ANY_CLASS and (name[0] != "_" or name[-2:] == "__")
    )


def read_int(reader: Reader, depth: int, digits: Tree) -> int:
    # Hexadecimal, because decimal parsing of a long number takes quadratic time.
    if type(digits) is not str or not DIGITS.fullmatch(digits):
        malformed()
    return int(digits, 16)


def read_float(reader: Reader, depth: int, text: Tree) -> float:
    return number(text)


def read_complex(reader: Reader, depth: int, real: Tree, imag: Tree) -> complex:
    return complex(number(real), number(imag))


def read_bytes(reader: Reader, depth: int, offset: Tree, length: Tree) -> bytes:
    return reader.bytes_at(offset, length)


def read_list(reader: Reader, depth: int, items: Tree) -> list[Any]:
    return reader.parts(items, depth)


def read_tuple(reader: Reader, depth: int, items: Tree) -> tuple[Any, ...]:
    return tuple(reader.parts(items, depth))


def read_set(reader: Reader, depth: int, items: Tree) -> set[Any]:
    result = set()
    for item in reader.parts(items, depth):
        # One by one, because ``set(items)`` cannot be interrupted. Adding many items of the same
        # hash takes quadratic time, and the time limit must be able to stop it.
        result.add(item)
    return result


def read_frozenset(reader: Reader, depth: int, items: Tree) -> frozenset[Any]:
    return frozenset(read_set(reader, depth, items))


def read_dict(reader: Reader, depth: int, pairs: Tree) -> dict[Any, Any]:
    return {reader.walk(key, depth + 1): reader.walk(item, depth + 1) for key, item in pairs}


READERS: dict[str, Read] = {
    "i": read_int,
    "f": read_float,
    "c": read_complex,
    "b": read_bytes,
    "l": read_list,
    "t": read_tuple,
    "s": read_set,
    "z": read_frozenset,
    "d": read_dict,
}
