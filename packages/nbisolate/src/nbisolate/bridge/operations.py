"""Operations that the judge may request on objects in the student's process: an allow-list.

Entry point: `OPERATIONS`. The functions run in the student's process, on the student's objects.
"""

import copy
import importlib
import inspect
import itertools
import operator
import types
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Any

from . import mutation, special_methods
from .codec.objects import ObjectRef

ITEMS = 256  # items of an iteration that are sent in one message
NAMES = special_methods.names()
# In C, a class with an ``==`` has methods for all orders, too.
UNORDERED = (types.MethodType, types.BuiltinMethodType)
DICTS: tuple[Any, ...] = (OrderedDict, Counter, dict)  # a subclass comes before its base class
CONTAINERS: tuple[Any, ...] = (*DICTS, list, set, frozenset, deque, tuple)
NUMBERS: tuple[Any, ...] = (int, float, complex, str, bytes)


class AwaitableResult:
    """A marker for an awaitable result, which is awaited in the event loop before it is sent."""

    def __init__(self, item: Any):
        self.item = item


def describe_class(kind: type) -> tuple[str, str, list[str], str]:
    """Return the name, module, special methods and equality of a class.

    A special method that the class sets to None is in the list with `SWITCHED_OFF` behind its name:
    Python then looks for no other way to do what it is for, such as ``__getitem__`` to iterate.

    The equality is "identity", "value" (of a built-in container or number), "fields" (of a
    dataclass), or "own" (a method of the class).
    """
    # The first class of the method resolution order wins.
    spaces = [vars(base) for base in kind.__mro__ if base is not object]
    found = {name: space[name] for space in reversed(spaces) for name in NAMES if name in space}
    names = [
        name if method is not None else name + special_methods.SWITCHED_OFF
        for name, method in found.items()
        if name not in special_methods.REFUSED or kind not in UNORDERED
    ]
    return kind.__name__, str(getattr(kind, "__module__", "")), names, _equality(kind)


def _equality(kind: type) -> str:
    owner = next(base for base in kind.__mro__ if "__eq__" in vars(base))
    if owner is object:
        return "identity"
    if owner in CONTAINERS or owner in NUMBERS:
        return "value"
    # ``dataclass`` compiles the ``__eq__`` it generates from a string. One that the class defines
    # itself has the file of its cell.
    parameters = getattr(owner, "__dataclass_params__", None)
    code = getattr(vars(owner)["__eq__"], "__code__", None)
    if parameters and parameters.eq and getattr(code, "co_filename", "") == "<string>":
        return "fields"
    return "own"


def take(items: Iterator[Any]) -> tuple[list[Any], bool]:
    """Return at most ``ITEMS`` items, and True if there are no more.

    One request for each item would take a round trip between two processes.
    """
    taken = list(itertools.islice(items, ITEMS))
    return taken, len(taken) < ITEMS


def by_value(item: Any) -> Any:
    """Return the plain data by which an object is compared with another one.

    It is the built-in container or number that the class is built on, or the tuple of the fields
    that a dataclass compares.
    """
    # The methods of the built-in class are called, not overrides of them: equality of this kind is
    # that of the contents.
    for kind in DICTS:
        if isinstance(item, kind):
            return kind(dict(kind.items(item)))
    for kind in CONTAINERS:
        if isinstance(item, kind):
            return kind(kind.__iter__(item))
    for kind in NUMBERS:
        if isinstance(item, kind):
            return kind.__new__(kind, item)
    fields = type(item).__dataclass_fields__.values()
    return tuple(getattr(item, field.name) for field in fields if field.compare)


def signature(item: Any) -> tuple[list[Any], dict[str, Any]]:
    """Return the parameters of a callable, and the annotation of its result.

    A parameter is a list of its name, its kind as a number, and a dict of its default and
    annotation if it has them. The annotation is in a dict of keyword arguments for
    ``inspect.Signature``, which is empty without one.
    """
    found = inspect.signature(item)
    parameters = []
    for parameter in found.parameters.values():
        details = {"default": parameter.default, "annotation": parameter.annotation}
        details = {key: each for key, each in details.items() if each is not parameter.empty}
        parameters.append([parameter.name, int(parameter.kind), details])
    returns = found.return_annotation
    return parameters, {} if returns is found.empty else {"return_annotation": returns}


def leave(item: Any, error: BaseException | None) -> Any:
    """Leave a ``with`` block; return True if the object suppresses the error."""
    return type(item).__exit__(item, type(error) if error else None, error, None)


def call(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Call a function."""
    return function(*args, **kwargs)


def call_for_effect(
    function: Any, args: list[Any], kwargs: dict[str, Any], parts: list[Any]
) -> tuple[Any, dict[int, Any]]:
    """Call a function; return its result, and the changes that it has made to its arguments.

    `parts` are the objects in the arguments. The changes are the new contents of changed parts, by
    their index in `parts`. A part that occurs in these contents is represented by `ObjectRef`.
    """
    before = [mutation.content(part) if mutation.can_change(part) else None for part in parts]
    result = function(*args, **kwargs)
    indexes = {id(part): index for index, part in enumerate(parts)}

    def mark(item: Any) -> Any:
        return ObjectRef(indexes[id(item)]) if id(item) in indexes else item

    changed = mutation.changed(parts, before)
    return result, {index: mutation.marked(new, mark) for index, new in changed.items()}


def seed(module: str, name: str, /, *args: Any, **kwargs: Any) -> None:
    """Seed a random number generator of this process, as a test cell has seeded the judge's."""
    getattr(importlib.import_module(module), name)(*args, **kwargs)


OPERATIONS: dict[str, Callable[..., Any]] = {
    **{name: getattr(operator, name) for name in ("getitem", "setitem", "delitem", "contains")},
    **{name: getattr(operator, name) for name in ("eq", "ne", "index")},
    "bool": bool,
    "int": int,
    "float": float,
    "complex": complex,
    "str": str,
    "repr": repr,
    "format": format,
    "hash": hash,
    "len": len,
    "dir": dir,
    "list": list,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "call": call,
    "call_for_effect": call_for_effect,
    "getattr": getattr,
    "setattr": setattr,
    "delattr": delattr,
    "iter": iter,
    # A generator of our own: an iterator of the student's can cross by value, as a list does.
    "iterate": lambda items: (item for item in items),
    "take": take,
    "next": next,
    "reversed": reversed,
    "enter": lambda item: type(item).__enter__(item),
    "exit": leave,
    "await": AwaitableResult,
    "close": lambda item: item.close(),
    "by_value": by_value,
    "seed": seed,
    "signature": signature,
    "source": inspect.getsource,
}


def operate(operation: str, /, *args: Any, **kwargs: Any) -> Any:
    """Do an operation; an error of a function in C has its innermost frame here."""
    return OPERATIONS[operation](*args, **kwargs)
