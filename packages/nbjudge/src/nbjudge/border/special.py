"""The special methods of a student's class, by which a handle behaves as its object does.

Who decides a point? A test compares what a submission returns with what it expects. If the
comparison were the submission's own method, it could always agree. So:

- a number or a truth that comes of a difference, a quotient or an order between a student's object
  and a value of the test is an `Undecided` error, and so is what is asked of such a difference;
- equality is decided by what crosses by value, or by identity where the class has no ``==`` of its
  own, and else is an `Undecided` error;
- an assertion that fails in a ``with`` block stays failed, whatever the object says.
"""

from collections.abc import Callable, Iterator
from typing import Any

from .exceptions import StudentError, Undecided

# By their method: the function of ``operator`` that the student's process applies.
UNARY = {
    "__neg__": "neg",
    "__pos__": "pos",
    "__abs__": "abs",
    "__invert__": "invert",
    "__round__": "round",
    "__floor__": "floor",
    "__ceil__": "ceil",
    "__trunc__": "trunc",
}
CONVERSIONS: dict[str, type] = {
    "__bool__": bool,
    "__len__": int,
    "__int__": int,
    "__index__": int,
    "__float__": float,
    "__complex__": complex,
}
LOOKED_AT = 1000  # items in which ``in`` looks for one, where an object may have no end
ORDER = ("lt", "le", "gt", "ge")
OTHERS = ("__hash__", "__contains__", "__init__")
DIFFERENCES = ("sub", "truediv", "floordiv", "mod", "divmod", "xor")  # tell equal from unequal
BINARY = (*DIFFERENCES, "add", "mul", "pow", "matmul", "and", "or", "lshift", "rshift")
SENTENCE = (
    "the submission would decide {what} itself, with its own {kind}: compare plain values, such "
    "as attributes, or mark this test cell as shared"
)


def names() -> list[str]:
    """The methods that a student's process tells of a class, and those that are told apart."""
    binary = [f"__{kind}{name}__" for name in BINARY for kind in ("", "r", "i")]
    order = [f"__{name}__" for name in ORDER]
    return [*UNARY, *CONVERSIONS, *order, *binary, *METHODS, *OTHERS]


def methods(special: list[str], equal: str) -> dict[str, Any]:
    """The methods of a handle's class.

    Parameters
    ----------
    special
        The special methods that the student's class has.
    equal
        What decides that two are equal: "identity", "value" of a built-in container, "fields"
        of a dataclass, or "own" for a method of its own.

    Returns
    -------
    methods
        By name; no others than those of this module.
    """
    found: dict[str, Any] = {}
    for name in special:
        if name in UNARY:
            found[name] = _unary(UNARY[name])
        elif name in CONVERSIONS:
            found[name] = _conversion(name, CONVERSIONS[name])
        elif name in METHODS:
            found[name] = METHODS[name]
        elif (short := name.strip("_")) in ORDER:
            found[name] = _order(short)
        elif short in BINARY:
            found[name] = _binary(short)
        elif short[1:] in BINARY and short[0] in "ri":
            found[name] = _binary(short[1:] if short[0] == "r" else short, short[0] == "r")
    if "__contains__" in special:
        iterates = "__iter__" in found or "__getitem__" in found
        sized = "__len__" in found
        found["__contains__"] = _contains_item(sized) if iterates else contains
    if equal == "value":
        found["_nbjudge_has_value"] = True
    if equal != "identity":
        found["__eq__"] = EQUALITIES.get(equal, _equal_by_itself)
        found["__hash__"] = _hash if "__hash__" in special else object.__hash__
    return found


def is_handle(item: object) -> bool:
    """Whether this is an object of the student's."""
    return hasattr(type(item), "_nbjudge_handle")


def set_on_handle(handle: Any, **attributes: Any) -> Any:
    """Set attributes of the handle itself, not of the student's object; return the handle."""
    for name, value in attributes.items():
        object.__setattr__(handle, name, value)
    return handle


def undecided(item: Any, what: str) -> Undecided:
    """The error to raise."""
    return Undecided(SENTENCE.format(what=what, kind=type(item).__name__))


def result_or_undecided(item: Any, result: Any, *, what: str, doubtful: bool) -> Any:
    """The result of an operation, if it decides nothing.

    Parameters
    ----------
    item
        The student's object.
    result
        What came of it.
    what
        What it would decide, for the sentence.
    doubtful
        Whether a value of the test went in that could be the expected one.
    """
    if not (doubtful or item._nbjudge_doubtful):
        return result
    if not is_handle(result) or isinstance(result, type):
        raise undecided(item, what)
    return set_on_handle(result, _nbjudge_doubtful=True)


def _unary(name: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any) -> Any:
        result = self._nbjudge_apply(name, self, *args)
        return result_or_undecided(self, result, what="the result", doubtful=False)

    return method


def _conversion(name: str, kind: type) -> Callable[..., Any]:
    def method(self: Any) -> Any:
        try:
            result = self._nbjudge_apply(name.strip("_"), self)
        except StudentError as error:
            if error.name == "TypeError":  # by which list() and others know that there is none
                raise TypeError(error.message) from error
            raise
        if type(result) is not kind:
            raise StudentError("TypeError", f"{name} did not return a plain {kind.__name__}")
        return result_or_undecided(self, result, what="the result", doubtful=False)

    return method


def _order(name: str) -> Callable[..., Any]:
    def method(self: Any, other: Any) -> Any:
        if not is_handle(other):
            raise undecided(self, "the order")
        result = self._nbjudge_apply(name, self, other)
        doubtful = other._nbjudge_doubtful
        return result_or_undecided(self, result, what="the order", doubtful=doubtful)

    return method


def _binary(name: str, reflected: bool = False) -> Callable[..., Any]:
    def method(self: Any, other: Any, *modulus: Any) -> Any:
        pair = (other, self) if reflected else (self, other)
        result = self._nbjudge_apply(name, *pair, *modulus)
        if is_handle(other):
            doubtful = other._nbjudge_doubtful
        else:
            doubtful = name.removeprefix("i") in DIFFERENCES
        return result_or_undecided(self, result, what="the result", doubtful=doubtful)

    return method


def _equal_by_value(self: Any, other: Any) -> Any:
    if self is other:
        return True
    if hasattr(type(other), "_nbjudge_has_value"):
        other = other._nbjudge_apply("by_value", other)
    mine = self._nbjudge_apply("by_value", self)
    return result_or_undecided(self, mine == other, what="the equality", doubtful=False)


def _equal_by_fields(self: Any, other: Any) -> Any:
    if self is other:
        return True
    if type(other) is not type(self):
        return NotImplemented
    mine, theirs = (item._nbjudge_apply("by_value", item) for item in (self, other))
    return result_or_undecided(
        self, mine == theirs, what="the equality", doubtful=other._nbjudge_doubtful
    )


def _equal_by_itself(self: Any, other: Any) -> Any:
    if self is other:
        return True
    if not is_handle(other) and type(self)._nbjudge_here() is type(other):
        return NotImplemented  # a class of the instructor's own module decides, in the judge
    raise undecided(self, "the equality")


def _hash(self: Any) -> int:
    result = self._nbjudge_apply("hash", self)
    return result if type(result) is int else object.__hash__(self)


def contains(self: Any, item: Any) -> bool:
    """``in``, where the object cannot be iterated over."""
    if not is_handle(item):
        raise undecided(self, "what is in it")
    return bool(self._nbjudge_apply("contains", self, item))


def _contains_item(sized: bool) -> Callable[..., bool]:
    """``in``, where the object can be iterated over, perhaps without end.

    The items are looked at before the object hears what is looked for. It is believed where it
    says that something is not in it, as an object without items is.
    """

    def method(self: Any, item: Any) -> bool:
        most = max(LOOKED_AT, min(len(self), 1000 * LOOKED_AT) if sized else 0)
        for place, each in enumerate(_items(self)):
            if each is item or each == item:
                return True
            if place == most:
                break
        else:
            return False
        if self._nbjudge_apply("contains", self, item) is not False:
            raise undecided(self, "what is in it")
        return False

    return method


def _call(self: Any, /, *args: Any, **kwargs: Any) -> Any:
    result = self._nbjudge_apply("call", self, *args, **kwargs)
    return result_or_undecided(self, result, what="the result", doubtful=False)


def _getitem(self: Any, key: Any) -> Any:
    result = self._nbjudge_apply("getitem", self, key)
    return result_or_undecided(self, result, what="the result", doubtful=False)


def _setitem(self: Any, key: Any, value: Any) -> None:
    self._nbjudge_apply("setitem", self, key, value)


def _delitem(self: Any, key: Any) -> None:
    self._nbjudge_apply("delitem", self, key)


def _iter(self: Any) -> Iterator[Any]:
    if not hasattr(type(self), "__next__"):
        return _items(self)
    result = self._nbjudge_apply("iter", self)
    if not is_handle(result) or not hasattr(type(result), "__next__"):
        raise TypeError(f"iter() returned non-iterator of type {type(result).__name__!r}")
    return result_or_undecided(self, result, what="the result", doubtful=False)  # type: ignore[no-any-return]


def _items(self: Any) -> Iterator[Any]:
    """All items, many at a time."""
    items = self._nbjudge_apply("iterate", self)
    over = False
    while not over:
        taken = self._nbjudge_apply("take", items)
        if type(taken) is not tuple or len(taken) != 2 or type(taken[0]) is not list:
            raise StudentError("TypeError", "it does not iterate")
        part, over = taken
        for item in part:
            yield result_or_undecided(self, item, what="the result", doubtful=False)


def _next(self: Any) -> Any:
    try:
        result = self._nbjudge_apply("next", self)
    except StudentError as error:
        if error.name == "StopIteration":
            raise StopIteration from None
        raise
    return result_or_undecided(self, result, what="the result", doubtful=False)


def _reversed(self: Any) -> Any:
    return self._nbjudge_apply("reversed", self)


def _enter(self: Any) -> Any:
    return self._nbjudge_apply("enter", self)


def _exit(self: Any, kind: type[BaseException] | None, error: Any, tb: object) -> bool:
    keeps = error is None or (
        isinstance(error, Exception) and not isinstance(error, (AssertionError, Undecided))
    )
    swallowed = self._nbjudge_apply("exit", self, error if keeps else None)
    return keeps and swallowed is True


def _await(self: Any) -> Any:
    return self._nbjudge_apply("await", self)
    yield  # so that it is a generator, which ``await`` asks for


def _send(self: Any, value: object) -> Any:
    """The only step of a coroutine: all of it is done in the loop of the student's process."""
    raise StopIteration(self._nbjudge_apply("await", self))


def _throw(self: Any, kind: Any, error: Any = None, tb: object = None) -> Any:
    raise kind if error is None else error


def _close(self: Any) -> None:
    self._nbjudge_apply("close", self)


COROUTINE = {"send": _send, "throw": _throw, "close": _close}  # by which ``asyncio`` drives it
EQUALITIES = {"value": _equal_by_value, "fields": _equal_by_fields}
METHODS: dict[str, Callable[..., Any]] = {
    "__call__": _call,
    "__getitem__": _getitem,
    "__setitem__": _setitem,
    "__delitem__": _delitem,
    "__iter__": _iter,
    "__next__": _next,
    "__reversed__": _reversed,
    "__enter__": _enter,
    "__exit__": _exit,
    "__await__": _await,
}
