"""The special methods of a student's class, by which a handle behaves as its object does.

Who decides a point? A test compares what a submission returns with what it expects. If the
comparison were the submission's own method, it could always agree. So:

- an order between a student's object and a value of the test is an `Undecided` error. A difference
  or a quotient is one if it gives plain data, such as a number or a bool. If it gives another
  object, to read plain data from that object is the error;
- equality is decided by data that crosses by value, or by identity if the class has no ``==`` of
  its own, and is an `Undecided` error otherwise;
- an assertion that fails in a ``with`` block stays failed, whatever the object says.
"""

from collections.abc import Callable, Iterator
from typing import Any

from .exceptions import StudentError, Undecided

# Special methods, with the key of ``operations.OPERATIONS`` that the student's process applies.
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
# Items that ``in`` compares before it asks the object, which may iterate without end.
LOOKED_AT = 1000
ORDER = ("lt", "le", "gt", "ge")
OTHERS = ("__hash__", "__contains__", "__init__")
DIFFERENCES = ("sub", "truediv", "floordiv", "mod", "divmod", "xor")  # tell equal from unequal
BINARY = (*DIFFERENCES, "add", "mul", "pow", "matmul", "and", "or", "lshift", "rshift")
SENTENCE = (
    "the submission would decide {what} itself, with its own {kind}: compare plain values, such "
    "as attributes, or mark this test cell as shared"
)


def names() -> list[str]:
    """Return the special methods whose presence in a class the student's process reports."""
    binary = [f"__{kind}{name}__" for name in BINARY for kind in ("", "r", "i")]
    order = [f"__{name}__" for name in ORDER]
    return [*UNARY, *CONVERSIONS, *order, *binary, *METHODS, *OTHERS]


def methods(special: list[str], equal: str) -> dict[str, Any]:
    """Return the methods of a handle's class.

    Parameters
    ----------
    special
        The names of the special methods that the student's class has, as its process reports them.
    equal
        The basis of its equality: "identity", "value" of a built-in container, "fields" of a
        dataclass, or "own" for a method of its own.

    Returns
    -------
    methods
        The methods by name, all of them defined in this module.
    """
    # The names come from the submission. Only names that this module knows get a method, and always
    # this module's: a class that could forward any name would answer ``__class__``, by which
    # ``isinstance`` decides, or ``__array__`` and ``__torch_function__``, by which NumPy and torch
    # let an argument take over a comparison.
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
    """Return True if `item` is a handle to an object of the student's."""
    return hasattr(type(item), "_nbjudge_handle")


def set_on_handle(handle: Any, **attributes: Any) -> Any:
    """Set attributes of the handle itself, not of the student's object; return the handle."""
    for name, value in attributes.items():
        object.__setattr__(handle, name, value)
    return handle


def undecided(item: Any, what: str) -> Undecided:
    """Return the error to raise when the submission would decide.

    Parameters
    ----------
    item
        The student's object.
    what
        The thing it would decide, such as "the order".
    """
    return Undecided(SENTENCE.format(what=what, kind=type(item).__name__))


def result_or_undecided(item: Any, result: Any, *, what: str, doubtful: bool) -> Any:
    """Return the result of an operation, if the submission decides nothing by it.

    Parameters
    ----------
    item
        The student's object.
    result
        The result of the operation on it.
    what
        The thing it would decide, for the error's sentence.
    doubtful
        True if an operand was a value of the test, which may be the expected answer, and the
        operation tells equal from unequal; or if an operand was marked as doubtful before.

    Raises
    ------
    Undecided
        The result is plain data, and doubtful.
    """
    if not (doubtful or item._nbjudge_doubtful):
        return result
    if not is_handle(result) or isinstance(result, type):
        raise undecided(item, what)
    # The mark stays on the handle, so that what a test reads from it later is refused as well.
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
            if error.name == "TypeError":  # by this, list() and others know that there is no length
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
        return NotImplemented  # the ``==`` of the instructor's own class decides, in the judge
    raise undecided(self, "the equality")


def _hash(self: Any) -> int:
    result = self._nbjudge_apply("hash", self)
    return result if type(result) is int else object.__hash__(self)


def contains(self: Any, item: Any) -> bool:
    """Apply ``in`` to an object that cannot be iterated over."""
    if not is_handle(item):
        raise undecided(self, "what is in it")
    return bool(self._nbjudge_apply("contains", self, item))


def _contains_item(sized: bool) -> Callable[..., bool]:
    """Return the method for ``in`` of an object that can be iterated over, perhaps without end.

    The judge compares the items before the object learns which item is sought. The object is
    believed only when it says that the item is not in it: an object without items says the same.

    Parameters
    ----------
    sized
        True if the object has a length, which bounds the number of items to compare.
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
    """Yield all items, taking many of them with one request."""
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
    # A failed assertion is a lost point, and the object could suppress it: it is told of no error.
    keeps = error is None or (
        isinstance(error, Exception) and not isinstance(error, (AssertionError, Undecided))
    )
    swallowed = self._nbjudge_apply("exit", self, error if keeps else None)
    return keeps and swallowed is True


def _await(self: Any) -> Any:
    return self._nbjudge_apply("await", self)
    yield  # makes this a generator, because ``__await__`` must return an iterator


def _send(self: Any, value: object) -> Any:
    """Run a whole coroutine, in the event loop of the student's process, as its only step."""
    raise StopIteration(self._nbjudge_apply("await", self))


def _throw(self: Any, kind: Any, error: Any = None, tb: object = None) -> Any:
    raise kind if error is None else error


def _close(self: Any) -> None:
    self._nbjudge_apply("close", self)


COROUTINE = {"send": _send, "throw": _throw, "close": _close}  # ``asyncio`` calls these
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
