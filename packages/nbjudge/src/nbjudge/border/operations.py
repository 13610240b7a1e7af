"""What the judge can have done with objects, in the student's process."""

import copy
import importlib
import inspect
import operator
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Any

from . import contents, special
from .codec.objects import Sent

ITEMS = 256  # of an iteration, sent in one message
NAMES = special.names()
CONTAINERS: tuple[Any, ...] = (OrderedDict, dict, list, set, deque, tuple)
NUMBERS: tuple[Any, ...] = (int, float, complex, str, bytes)


class Iteration:
    """An iterator that is asked for several items at a time.

    Parameters
    ----------
    items
        What is iterated over.
    """

    def __init__(self, items: Any):
        self.items: Iterator[Any] = iter(items)

    def take(self) -> tuple[list[Any], bool]:
        """Up to ``ITEMS`` items, and whether the iteration is over."""
        taken: list[Any] = []
        for item in self.items:
            taken.append(item)
            if len(taken) == ITEMS:
                return taken, False
        return taken, True


class Awaited:
    """Something to be awaited in the event loop before it is the answer.

    Parameters
    ----------
    item
        A coroutine, or what else can be awaited.
    """

    def __init__(self, item: Any):
        self.item = item


def describe_class(kind: type) -> tuple[str, str, list[str], str]:
    """Name, module, special methods and equality of a class.

    The equality is "identity", "value" of a built-in container, "fields" of a dataclass, or "own".
    """
    spaces = [vars(base) for base in kind.__mro__ if base is not object]
    found = {name: space[name] for space in reversed(spaces) for name in NAMES if name in space}
    names = [name for name, method in found.items() if method is not None]
    return kind.__name__, str(getattr(kind, "__module__", "")), names, _equality(kind)


def _equality(kind: type) -> str:
    owner = next(base for base in kind.__mro__ if "__eq__" in vars(base))
    if owner is object:
        return "identity"
    if owner in CONTAINERS or owner in NUMBERS:
        return "value"
    parameters = getattr(owner, "__dataclass_params__", None)
    code = getattr(vars(owner)["__eq__"], "__code__", None)
    if parameters and parameters.eq and getattr(code, "co_filename", "") == "<string>":
        return "fields"
    return "own"


def by_value(item: Any) -> Any:
    """What decides whether an object is equal to another, as plain data."""
    if isinstance(item, dict):
        return dict(dict.items(item))
    for kind in CONTAINERS:
        if isinstance(item, kind):
            return kind(kind.__iter__(item))
    for kind in NUMBERS:
        if isinstance(item, kind):
            return kind.__new__(kind, item)
    fields = type(item).__dataclass_fields__.values()
    return tuple(getattr(item, field.name) for field in fields if field.compare)


def signature(item: Any) -> tuple[list[Any], dict[str, Any]]:
    """The parameters of what can be called, and what is said of its result."""
    found = inspect.signature(item)
    parameters = []
    for parameter in found.parameters.values():
        details = {"default": parameter.default, "annotation": parameter.annotation}
        details = {key: each for key, each in details.items() if each is not parameter.empty}
        parameters.append([parameter.name, int(parameter.kind), details])
    returns = found.return_annotation
    return parameters, {} if returns is found.empty else {"return_annotation": returns}


def leave(item: Any, error: BaseException | None) -> Any:
    """Leave a ``with`` block."""
    return type(item).__exit__(item, type(error) if error else None, error, None)


def call(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Call a function."""
    return function(*args, **kwargs)


def call_for_effect(
    function: Any, args: list[Any], kwargs: dict[str, Any], parts: list[Any]
) -> tuple[Any, dict[int, Any]]:
    """Call a function; return its result, and what it has changed in the arguments.

    Parameters
    ----------
    function, args, kwargs
        The call.
    parts
        The objects in the arguments.

    Returns
    -------
    result, changed
        What was returned, and by their place the new contents of parts; a part in these is `Sent`.
    """
    before = [contents.content(part) if contents.can_change(part) else None for part in parts]
    result = function(*args, **kwargs)
    places = {id(part): place for place, part in enumerate(parts)}

    def mark(item: Any) -> Any:
        return Sent(places[id(item)]) if id(item) in places else item

    changed = contents.changed(parts, before)
    return result, {place: contents.marked(new, mark) for place, new in changed.items()}


def seed(module: str, name: str, /, *args: Any, **kwargs: Any) -> None:
    """Seed the numbers that are drawn here, as a test cell has seeded its own."""
    getattr(importlib.import_module(module), name)(*args, **kwargs)


BINARY = {name: getattr(operator, name, None) for name in (*special.BINARY, *special.ORDER)}
INPLACE = {f"i{name}": getattr(operator, f"i{name}", None) for name in special.BINARY}
OPERATIONS: dict[str, Callable[..., Any]] = {
    **{name: function for name, function in (BINARY | INPLACE).items() if function},
    **{name: getattr(operator, name) for name in ("neg", "pos", "abs", "invert", "index")},
    **{name: getattr(operator, name) for name in ("getitem", "setitem", "delitem", "contains")},
    "and": operator.and_,
    "or": operator.or_,
    "divmod": divmod,
    "pow": pow,
    "round": round,
    "floor": lambda item: type(item).__floor__(item),
    "ceil": lambda item: type(item).__ceil__(item),
    "trunc": lambda item: type(item).__trunc__(item),
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
    "iterate": Iteration,
    "take": Iteration.take,
    "next": next,
    "reversed": reversed,
    "enter": lambda item: type(item).__enter__(item),
    "exit": leave,
    "await": Awaited,
    "close": lambda item: item.close(),
    "by_value": by_value,
    "seed": seed,
    "signature": signature,
    "source": inspect.getsource,
}


def operate(operation: str, /, *args: Any, **kwargs: Any) -> Any:
    """Do an operation; an error of a function in C has its innermost frame here."""
    return OPERATIONS[operation](*args, **kwargs)
