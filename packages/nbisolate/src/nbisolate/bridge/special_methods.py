"""The special methods of a student's class, by which a handle behaves as its object does.

Who decides a point? A test compares what a submission returns with what it expects. If the
comparison were the submission's own method, it could always agree. So the judge decides:

- It works out the equality of an object with itself, with ``None``, of fields and of the contents
  that a class inherits from ``int``, ``str``, ``list`` and the like, and which items there are. If
  it cannot, or if a method of a class of the instructor's notebook does not agree, the test ends
  with `UndecidedError`.
- Arithmetic and order operators of a student's class are refused with `UndecidedError`. An operator
  that the class does not have is Python's own ``TypeError``, which is the answer's fault.
- An assertion that fails in a ``with`` block stays failed, whatever the object says.
"""

import operator
from collections.abc import Callable, Iterator
from typing import Any

from ..application import current
from .exceptions import StudentError, UndecidedError

# Special methods that a test cell may use, with the type of their result.
CONVERSIONS: dict[str, type] = {
    "__bool__": bool,
    "__len__": int,
    "__int__": int,
    "__index__": int,
    "__float__": float,
    "__complex__": complex,
}
FORWARDED = ("call", "getitem", "setitem", "delitem", "reversed", "enter")
# Items that ``in`` compares before it asks the object, which may iterate without end.
LOOKED_AT = 1000
# Operators that are refused, with how a test cell writes them.
OPERATORS = dict(
    pair.split(":")
    for pair in "add:+ sub:- mul:* matmul:@ truediv:/ floordiv:// mod:% divmod:divmod() pow:** "
    "and:& or:| xor:^ lshift:<< rshift:>> lt:< le:<= gt:> ge:>= neg:- pos:+ invert:~ abs:abs() "
    "round:round() trunc:math.trunc() floor:math.floor() ceil:math.ceil()".split()
)
REFUSED = {f"__{way}{name}__": sign for name, sign in OPERATORS.items() for way in ("", "r", "i")}
OTHERS = ("__hash__", "__contains__", "__init__", "__eq__", "__ne__")
# Behind the name of a special method that a class sets to None.
SWITCHED_OFF = " = None"
# The built-in classes of which the judge reads the value of a student's object, to compare it.
VALUES = (int, float, complex, str, bytes, list, dict, set, frozenset, tuple)
DECIDES = (
    "The student's class {kind} defines its own {what}, so it could pass any comparison. Check the "
    "type and compare plain values, such as attributes, or tag this test cell {tag}"
)
CANNOT_USE = (
    "A test cell cannot use `{sign}` on an object of the submission: compare plain values, such as "
    "its attributes, or tag this test cell {tag}"
)


def names() -> list[str]:
    """Return the special methods whose presence in a class the student's process reports."""
    return [*REFUSED, *CONVERSIONS, *METHODS, *OTHERS]


def methods(special: list[str], equal: str, has_value: bool = False) -> dict[str, Any]:
    """Return the methods of a handle's class by name, all of them defined in this module.

    `special` are the names of the special methods that the student's class has, as its process
    reports them, those that are None with `SWITCHED_OFF`. `equal` is the basis of its equality:
    "identity", "value" of a built-in container, "fields" of a dataclass, or "own" for a method of
    its own. `has_value` is True if it is built on a class of `VALUES`.
    """
    # The names come from the submission. Only names that this module knows get a method, and always
    # this module's: a class that could forward any name would answer ``__class__``, by which
    # ``isinstance`` decides, or ``__array__`` and ``__torch_function__``, by which NumPy and torch
    # let an argument take over a comparison.
    found: dict[str, Any] = {}
    for name in special:
        switched_off = name.removesuffix(SWITCHED_OFF)
        if switched_off != name and switched_off in CAN_BE_OFF:
            found[switched_off] = None
        elif name in REFUSED:
            found[name] = _refused(REFUSED[name])
        elif name in CONVERSIONS:
            found[name] = _conversion(name, CONVERSIONS[name])
        elif name in METHODS:
            found[name] = METHODS[name]
    if "__contains__" in special:
        iterates = found.get("__iter__") or found.get("__getitem__")
        sized = "__len__" in found
        found["__contains__"] = _contains_item(sized) if iterates else contains
    if has_value or equal == "value":
        found["_nbisolate_has_value"] = True
    if equal != "identity" or "__ne__" in special:
        found["__eq__"] = _equality("eq", equal, "__eq__" in special and equal == "own")
        found["__ne__"] = _equality("ne", equal, equal == "own" or "__ne__" in special)
        found.setdefault("__hash__", object.__hash__)
    if "__hash__" in special:
        found["__hash__"] = _hash
    return found


def is_handle(item: object) -> bool:
    """Return True if `item` is a handle to an object of the student's."""
    return hasattr(type(item), "_nbisolate_handle")


def number_of(handle: Any) -> int:
    """Return the number of a handle's object in the student's process."""
    number: int = handle._nbisolate_number
    return number


def set_on_handle(handle: Any, **attributes: Any) -> Any:
    """Set attributes of the handle itself, not of the student's object; return the handle."""
    for name, value in attributes.items():
        object.__setattr__(handle, name, value)
    return handle


def undecided(item: Any, what: str) -> UndecidedError:
    """Return the error to raise when the submission would decide.

    `what` is the thing that the student's object would decide, such as "equality".
    """
    return UndecidedError(
        DECIDES.format(what=what, kind=type(item).__name__, tag=current().in_process_tag)
    )


def _refused(sign: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any) -> Any:
        raise UndecidedError(CANNOT_USE.format(sign=sign, tag=current().in_process_tag))

    return method


def _conversion(name: str, kind: type) -> Callable[..., Any]:
    def method(self: Any) -> Any:
        try:
            result = self._nbisolate_apply(name.strip("_"), self)
        except StudentError as error:
            if error.name == "TypeError":  # by this, list() and others know that there is no length
                raise TypeError(error.message) from error
            raise
        if type(result) is not kind:
            raise StudentError("TypeError", f"{name} did not return a plain {kind.__name__}")
        return result

    return method


def applied(function: Callable[..., Any], *operands: Any) -> Any:
    """Apply an operator here; an error of it is the operands' own, and none of this package."""
    return function(*operands)


def _value(item: Any) -> Any:
    """Return the value of a student's object that is built on a built-in class."""
    return item._nbisolate_apply("by_value", item) if is_handle(item) else item


def equals(first: Any, second: Any) -> bool:
    """Compare two values; an error of the comparison is their own, as for `applied`."""
    return bool(first == second)


def _equality(name: str, equal: str, own: bool) -> Callable[..., Any]:
    """Return the method for ``==`` or ``!=``.

    `name` is "eq" or "ne", and `equal` is as for `methods`. With `own`, the student's class has a
    method of its own for it, which must agree with the judge if the instructor's notebook defines
    that class.
    """

    def method(self: Any, other: Any) -> Any:
        same = self is other or _judged_equal(self, other, equal)
        if same is NotImplemented:
            return same
        verdict = same if name == "eq" else not same
        if own and self._nbisolate_taught:
            # Not asked about a value that is only sought: the class would learn what is expected.
            asked = same or other is None or is_handle(other) or name == "ne"
            if not asked or self._nbisolate_apply(name, self, other) is not verdict:
                raise undecided(self, "equality")
        return verdict

    return method


def _judged_equal(self: Any, other: Any, equal: str) -> Any:
    """Return True if the judge finds two objects equal; NotImplemented to ask the other one.

    Raise `UndecidedError` if the judge cannot tell.
    """
    if other is None:
        return False
    if equal == "identity":
        return False if is_handle(other) else NotImplemented
    if equal == "fields":
        if type(other) is not type(self):
            return NotImplemented
        return applied(operator.eq, _value(self), _value(other))
    valued = hasattr(type(self), "_nbisolate_has_value")
    if equal == "value" or (valued and self._nbisolate_taught):
        comparable = not is_handle(other) or hasattr(type(other), "_nbisolate_has_value")
        return applied(operator.eq, _value(self), _value(other) if comparable else other)
    if not is_handle(other) and type(self)._nbisolate_here() is type(other):
        return NotImplemented  # the ``==`` of the instructor's own class decides, in the judge
    raise undecided(self, "equality")


def _hash(self: Any) -> int:
    result = self._nbisolate_apply("hash", self)
    return result if type(result) is int else object.__hash__(self)


def contains(self: Any, item: Any) -> bool:
    """Apply ``in`` to an object that cannot be iterated over."""
    if not is_handle(item):
        raise undecided(self, "membership test")
    return bool(self._nbisolate_apply("contains", self, item))


def _contains_item(sized: bool) -> Callable[..., bool]:
    """Return the method for ``in`` of an object that can be iterated over, perhaps without end.

    The judge compares the items before the object learns which item is sought. If the instructor's
    notebook defines the class, its own method must agree. Of an object with too many items, it is
    believed when it says that the item is not in it: an object without items says the same. If the
    object has a length (`sized`), that bounds the number of items to compare.
    """

    def method(self: Any, item: Any) -> bool:
        most = max(LOOKED_AT, min(applied(len, self), 1000 * LOOKED_AT) if sized else 0)
        found = False
        agrees = True
        for index, each in enumerate(_items(self)):
            found = each is item or equals(each, item)
            if found or index == most:
                agrees = found
                break
        if self._nbisolate_taught:
            agrees = self._nbisolate_apply("contains", self, item) is found
        if not agrees:
            raise undecided(self, "membership test")
        return found

    return method


def forwarded(operation: str) -> Callable[..., Any]:
    """Return a method of a handle that the student's process runs on the object."""

    def method(self: Any, /, *args: Any, **kwargs: Any) -> Any:
        return self._nbisolate_apply(operation, self, *args, **kwargs)

    return method


def _iter(self: Any) -> Iterator[Any]:
    if not hasattr(type(self), "__next__"):
        return _items(self)
    result = self._nbisolate_apply("iter", self)
    if not is_handle(result) or not hasattr(type(result), "__next__"):
        raise TypeError(f"iter() returned non-iterator of type {type(result).__name__!r}")
    return result  # type: ignore[no-any-return]


def _items(self: Any) -> Iterator[Any]:
    """Yield all items, taking many of them with one request."""
    items = self._nbisolate_apply("iterate", self)
    over = False
    while not over:
        taken = self._nbisolate_apply("take", items)
        if type(taken) is not tuple or len(taken) != 2 or type(taken[0]) is not list:
            raise StudentError("TypeError", "it is not iterable")
        part, over = taken
        yield from part


def _next(self: Any) -> Any:
    try:
        return self._nbisolate_apply("next", self)
    except StudentError as error:
        if error.name == "StopIteration":
            raise StopIteration from None
        raise


def _exit(self: Any, kind: type[BaseException] | None, error: Any, tb: object) -> bool:
    # A failed assertion is a lost point, and the object could suppress it: it is told of no error.
    keeps = error is None or (
        isinstance(error, Exception) and not isinstance(error, (AssertionError, UndecidedError))
    )
    swallowed = self._nbisolate_apply("exit", self, error if keeps else None)
    return keeps and swallowed is True


def _await(self: Any) -> Any:
    return self._nbisolate_apply("await", self)
    yield  # makes this a generator, because ``__await__`` must return an iterator


def _send(self: Any, value: object) -> Any:
    """Run a whole coroutine, in the event loop of the student's process, as its only step."""
    raise StopIteration(self._nbisolate_apply("await", self))


def _throw(self: Any, kind: Any, error: Any = None, tb: object = None) -> Any:
    raise kind if error is None else error


# ``asyncio`` calls these.
COROUTINE = {"send": _send, "throw": _throw, "close": forwarded("close")}
METHODS: dict[str, Callable[..., Any]] = {
    **{f"__{name}__": forwarded(name) for name in FORWARDED},
    "__iter__": _iter,
    "__next__": _next,
    "__exit__": _exit,
    "__await__": _await,
}
# Equality is the judge's in any case, and an object that is there was initialized.
CAN_BE_OFF = {*CONVERSIONS, *METHODS, "__hash__", "__contains__"}
