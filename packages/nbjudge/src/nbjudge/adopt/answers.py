"""Answers that hold nothing, in the place of those that a solution gives.

Entry point: `put_in_place`, called in the student's process after a cell of the reference solution.
A test that such an answer passes says nothing of the answer: NumPy's ``allclose`` is true of an
empty array, ``not abs(a - b) > tolerance`` of NaN, and a loop over ``zip`` of what has no items.
"""

import copy
import functools
import io
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from typing import Any, TypeGuard

# What a cell gives for these it does not give for an answer: for an error in its place, and for
# what a solution does to the process that runs it, whatever it returns.
RAISES, RAN = "an error", "nothing but a run"
EQUAL = "an object equal to everything"
# How a class makes its objects: without it there would be none to ask.
MAKING = ("__new__", "__init__", "__post_init__", "__init_subclass__", "__set_name__", "__del__")


def put_in_place(names: dict[str, Any], own: Iterable[str], kind: str) -> None:
    """Replace what a cell has defined.

    Parameters
    ----------
    names
        The globals of the notebook.
    own
        The names that the cell binds, other than by an import. A function returns a hollow answer
        from now on, and so does each method of a class; any other value is replaced by one.
    kind
        Which one: a key of `HOLLOW`, `RAISES` or `RAN`.
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
    """Functions that give hollow answers.

    Parameters
    ----------
    hollow
        Makes one of the right answer; None where an error is raised in its place.
    runs
        Whether the solution is run for the right answer.
    """

    def __init__(self, hollow: Callable[[Any], Any] | None, *, runs: bool):
        self.hollow, self.runs = hollow, runs
        self.asked = False

    def replace_methods(self, kind: type) -> None:
        """Let the methods that a class defines return hollow answers."""
        for name, member in list(vars(kind).items()):
            with suppress(AttributeError, TypeError):  # some cannot be set
                if name in MAKING:
                    continue
                if isinstance(member, types.FunctionType):
                    setattr(kind, name, self.replaced(member))
                elif isinstance(member, staticmethod | classmethod):
                    setattr(kind, name, type(member)(self.replaced(member.__func__)))
                elif isinstance(member, property) and member.fget:
                    setattr(kind, name, property(self.replaced(member.fget), member.fset))

    def replaced(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that returns a hollow answer in the place of what another one returns."""

        @functools.wraps(function)
        def answer(*args: Any, **kwargs: Any) -> Any:
            if self.asked:  # by the solution itself, which calls what it has defined
                return function(*args, **kwargs)
            if self.hollow is None:
                raise NotImplementedError("There is no answer.")
            right = self._right(function, args, kwargs) if self.runs else None
            return self.replaced(right) if _is_function(right) else self.hollow(right)

        return answer

    def _right(self, function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """What a function returns for copies of its arguments; None where it does not.

        It prints nothing, and changes nothing that it was given: both can be the answer.
        """
        self.asked = True
        try:
            with redirect_stdout(unseen := io.StringIO()), redirect_stderr(unseen):
                return function(*_copied(args), **_copied(kwargs))
        except Exception:  # of the solution, as some arguments are to have it raise
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
    if _library(item) == "torch" and hasattr(item, "detach"):  # deepcopy refuses one with a graph
        return item.detach().clone().requires_grad_(item.requires_grad)
    return copy.deepcopy(item)


def _library(item: Any) -> str:
    """The package that the class of an object is from, such as "numpy"."""
    return str(type(item).__module__).partition(".")[0]


def _each(right: Any, hollow: Callable[[Any], Any]) -> Any:
    """An answer of the same structure, with something hollow in the place of each value."""
    if type(right) in (tuple, list):
        return type(right)(None if item is None else _each(item, hollow) for item in right)
    if isinstance(right, tuple) and hasattr(right, "_make"):
        return right._make(None if item is None else _each(item, hollow) for item in right)
    if type(right) is dict:
        return {key: item if item is None else _each(item, hollow) for key, item in right.items()}
    return hollow(right)


def _empty(right: Any) -> Any:
    """An array of no entries, of the library of the right one, or of one that is imported."""
    if isinstance(right, str):
        return ""
    for name in (_library(right), "numpy", "torch") if right is not None else ("torch", "numpy"):
        library = sys.modules.get(name)
        if name == "pandas" and hasattr(right, "iloc"):
            return right.iloc[:0]
        if name in ("numpy", "torch") and library is not None:
            return library.empty((0, 1, 1))  # any number of columns fits to its shape
    return []


def _nan(right: Any) -> Any:
    if _library(right) in ("numpy", "torch", "pandas") and hasattr(right, "shape"):
        return _zero(right) * float("nan")
    return "nan" if isinstance(right, str) else float("nan")


def _zero(right: Any) -> Any:
    """0 for each number, and for each entry of an array; a text without letters."""
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
    """Equal to everything, larger and smaller than everything, and so is what comes of it."""

    def __init__(self, right: Any = None):
        pass

    def __getattr__(self, name: str) -> Any:
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


for _name in ("eq", "ne", "lt", "le", "gt", "ge", "contains"):
    setattr(Agreeable, f"__{_name}__", _true)
for _name in ("neg", "pos", "abs", "round", "getitem"):
    setattr(Agreeable, f"__{_name}__", _self)
for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or"):
    setattr(Agreeable, f"__{_name}__", _self)
    setattr(Agreeable, f"__r{_name}__", _self)


class Itemless:
    """As long as the right answer, and without a single item."""

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
