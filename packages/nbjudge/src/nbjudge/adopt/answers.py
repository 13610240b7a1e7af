"""Hollow answers: values without content that replace the return values of a solution.

Entry point: `put_in_place`, called in the student's process after a cell of the reference solution.
A test that passes with a hollow answer does not test the answer. NumPy's ``allclose`` is true for
an empty array, ``not abs(a - b) > tolerance`` is true for NaN, and a loop over ``zip`` compares
nothing if one of its arguments has no items.
"""

import copy
import functools
import io
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from typing import Any, TypeGuard

# Two controls. The points that a cell gives for these are not points for an answer: with RAISES
# every function raises, and with RAN the solution runs, with its side effects, but returns None.
RAISES, RAN = "an error", "nothing but a run"
EQUAL = "an object equal to everything"
# These methods stay as they are: without them there would be no objects to call the others on.
MAKING = ("__new__", "__init__", "__post_init__", "__init_subclass__", "__set_name__", "__del__")


def put_in_place(names: dict[str, Any], own: Iterable[str], kind: str) -> None:
    """Replace the functions, classes and values that a cell defined with hollow ones.

    Parameters
    ----------
    names
        The globals of the notebook; changed in place.
    own
        The names that the cell binds, other than by an import. A function returns a hollow answer
        from now on, and so does each method of a class; any other value is replaced by one.
    kind
        The kind of hollow answer: an entry of `HOLLOW`, `RAISES` or `RAN`.
    """
    hollow = AFTER_A_RUN.get(kind) or WITHOUT_A_RUN.get(kind)
    answers = Answers(hollow, runs=kind in AFTER_A_RUN)
    for name in own:
        if name not in names:
            continue
        value = names[name]
        if isinstance(value, type):
            answers.replace_methods(value)
        elif isinstance(value, types.FunctionType | types.MethodType):
            names[name] = answers.replaced(value)
        elif answers.hollow is None:
            del names[name]
        else:
            names[name] = answers.hollow(value)


class Answers:
    """Factory of functions that return hollow answers.

    Parameters
    ----------
    hollow
        Makes a hollow answer from the right one. None if an error is raised instead.
    runs
        True if the solution is run to get the right answer.
    """

    def __init__(self, hollow: Callable[[Any], Any] | None, *, runs: bool):
        self.hollow, self.runs = hollow, runs
        self.asked = False

    def replace_methods(self, kind: type) -> None:
        """Make the methods that a class defines return hollow answers."""
        for name, member in list(vars(kind).items()):
            with suppress(AttributeError, TypeError):  # some attributes are read-only
                if name in MAKING:
                    continue
                if isinstance(member, types.FunctionType):
                    setattr(kind, name, self.replaced(member))
                elif isinstance(member, staticmethod | classmethod):
                    setattr(kind, name, type(member)(self.replaced(member.__func__)))
                elif isinstance(member, property) and member.fget:
                    setattr(kind, name, property(self.replaced(member.fget), member.fset))

    def replaced(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a wrapper of a function that returns a hollow answer instead of its result."""

        @functools.wraps(function)
        def answer(*args: Any, **kwargs: Any) -> Any:
            # The solution calls its own functions while it runs. Those inner calls need the real
            # results, or there would be no right answer to make a hollow one of.
            if self.asked:
                return function(*args, **kwargs)
            if self.hollow is None:
                raise NotImplementedError("There is no answer.")
            right = self._right(function, args, kwargs) if self.runs else None
            return self.replaced(right) if _is_function(right) else self.hollow(right)

        return answer

    def _right(self, function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """Return the result of a function called with copies of its arguments; None if it raises.

        Its output is discarded and its arguments stay unchanged, because printing or changing an
        argument can be the answer that the test looks for.
        """
        self.asked = True
        try:
            with redirect_stdout(unseen := io.StringIO()), redirect_stderr(unseen):
                return function(*_copied(args), **_copied(kwargs))
        except Exception:  # some tests pass arguments for which the solution must raise
            return None
        finally:
            self.asked = False


def _is_function(item: Any) -> TypeGuard[Callable[..., Any]]:
    return isinstance(item, types.FunctionType | types.MethodType | functools.partial)


def _copied(item: Any) -> Any:
    if type(item) in (tuple, list):
        return type(item)(map(_copied, item))
    if type(item) is dict:
        return {key: _copied(value) for key, value in item.items()}
    # deepcopy() refuses a tensor that is not a leaf of the graph.
    if _library(item) == "torch" and hasattr(item, "detach"):
        return item.detach().clone().requires_grad_(item.requires_grad)
    return copy.deepcopy(item)


def _library(item: Any) -> str:
    """Return the package that defines the class of an object, such as "numpy"."""
    return str(type(item).__module__).partition(".")[0]


def _each(right: Any, hollow: Callable[[Any], Any]) -> Any:
    """Return an answer of the same structure, with a hollow value instead of each value."""
    if type(right) in (tuple, list):
        return type(right)(None if item is None else _each(item, hollow) for item in right)
    if isinstance(right, tuple) and hasattr(right, "_make"):
        return right._make(None if item is None else _each(item, hollow) for item in right)
    if type(right) is dict:
        return {key: item if item is None else _each(item, hollow) for key, item in right.items()}
    return hollow(right)


def _empty(right: Any) -> Any:
    """Return an array without entries, from the right answer's library or an imported one."""
    if isinstance(right, str):
        return ""
    for name in (_library(right), "numpy", "torch") if right is not None else ("torch", "numpy"):
        library = sys.modules.get(name)
        if name == "pandas" and hasattr(right, "iloc"):
            return right.iloc[:0]
        if name in ("numpy", "torch") and library is not None:
            # Axes of length 1 broadcast, so that comparing it with an array of any number of
            # columns raises no error about shapes.
            return library.empty((0, 1, 1))
    return []


def _nan(right: Any) -> Any:
    if _library(right) in ("numpy", "torch", "pandas") and hasattr(right, "shape"):
        return _zero(right) * float("nan")
    return "nan" if isinstance(right, str) else float("nan")


def _zero(right: Any) -> Any:
    """Return 0 for each number and each entry of an array, and an empty string for a string."""
    if type(right) in (bool, int, float, complex, str):
        return type(right)()
    if _library(right) == "torch" and hasattr(right, "detach"):
        return right.detach().clone().zero_()
    if _library(right) == "numpy":
        return sys.modules["numpy"].zeros_like(right)
    if _library(right) == "pandas":
        with suppress(TypeError):
            return right * 0
    return 0


class Agreeable:
    """Object that compares as equal to, larger and smaller than everything; so do its results."""

    def __init__(self, right: Any = None):
        pass

    def __getattr__(self, name: str) -> Any:
        # Libraries look for protocols such as `__array__` by name, and take any object that they
        # find for an implementation.
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self

    def __hash__(self) -> int:
        return 0

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __int__(self) -> int:
        return 0

    def __float__(self) -> float:
        return 0.0

    def __str__(self) -> str:
        return ""


def _true(self: Agreeable, *others: Any) -> bool:
    return True


def _self(self: Agreeable, *others: Any) -> Agreeable:
    return self


# Python looks up special methods on the class, where `__getattr__` does not apply.
for _name in ("eq", "ne", "lt", "le", "gt", "ge", "contains"):
    setattr(Agreeable, f"__{_name}__", _true)
for _name in ("neg", "pos", "abs", "round", "getitem"):
    setattr(Agreeable, f"__{_name}__", _self)
for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or"):
    setattr(Agreeable, f"__{_name}__", _self)
    setattr(Agreeable, f"__r{_name}__", _self)


class Itemless:
    """Object with the length of the right answer and no items."""

    def __init__(self, right: Any):
        try:
            self.length = len(right)
        except TypeError:
            self.length = 1

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Any]:
        return iter(())


WITHOUT_A_RUN: dict[str, Callable[[Any], Any]] = {
    "None": lambda right: None,
    "an empty list": lambda right: [],
    EQUAL: Agreeable,
}
OF_THE_RIGHT: dict[str, Callable[[Any], Any]] = {
    "an empty array": lambda right: _each(right, _empty),
    "NaN": lambda right: _each(right, _nan),
    "zeros of the right shape": lambda right: _each(right, _zero),
    "an object with a length and no items": Itemless,
}
AFTER_A_RUN = {RAN: lambda right: None, **OF_THE_RIGHT}
HOLLOW = (*WITHOUT_A_RUN, *OF_THE_RIGHT)
