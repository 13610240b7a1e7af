"""Codec of objects that stay in the student's process: handles, and their classes."""

import builtins
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .wire import DEPTH, Read, Reader, Tree, Writer, is_size, malformed

# Built-in classes cross by name, so that they are the same class on both sides.
CLASSES = {name: item for name, item in vars(builtins).items() if isinstance(item, type)}
# Built-in functions that cross by name, too. None of them runs a text or opens a file: a test may
# hand one of them another answer of the submission.
PURE = "abs all any ascii bin callable chr divmod hex isinstance issubclass len max min oct ord"
FUNCTIONS = {name: vars(builtins)[name] for name in f"{PURE} repr round sorted sum".split()}
FUNCTION_NAMES = {id(function): name for name, function in FUNCTIONS.items()}
NAME = 200  # characters of a name
MOST = 200  # special methods, and bases, of a class


@dataclass(frozen=True)
class ObjectRef:
    """A reference, in a reply, to an object that the judge sent with the request.

    `index` is its index among the objects that were sent.
    """

    index: int


class Describes(Protocol):
    """Protocol of the student's table of objects, as the writer of handles uses it."""

    def number(self, item: Any) -> int:
        """Return the number of an object, always the same one, and keep the object alive."""

    def is_new(self, number: int) -> bool:
        """Return True if the judge does not know the class with this number yet."""

    def describe(self, kind: type) -> tuple[str, str, list[str], str]:
        """Return the name, module, special methods and equality of a class."""


class Handles(Protocol):
    """Protocol of the judge's table of handles, as the reader of handles uses it."""

    sent: Sequence[Any]  # objects that went with the request and may be referred to in the reply

    def instance(self, number: int, kind: type) -> Any:
        """Return the handle to an object of this class."""

    def kind(self, number: int) -> type:
        """Return the class with this number; raise `KeyError` if it was not described."""

    def new_kind(
        self, number: int, name: str, module: str, bases: list[type], special: list[str], equal: str
    ) -> type:
        """Return a new class that stands for the described one."""


class _PlainOnly:
    """A table without objects: values that are not plain data can neither be written nor read."""

    def __getattr__(self, name: str) -> Any:
        malformed()


PLAIN_ONLY: Any = _PlainOnly()


def write_handle(writer: Writer, item: Any, depth: int) -> Tree:
    """Return the tree of an object that stays in the student's process."""
    if id(item) in FUNCTION_NAMES:
        return ["F", FUNCTION_NAMES[id(item)]]
    if not issubclass(type(item), type):
        return ["h", writer.objects.number(item), _write_class(writer, type(item), depth + 1)]
    # ``type``'s own descriptor, because a metaclass can redefine ``__name__``.
    name = type.__dict__["__name__"].__get__(item)
    return ["K", name] if CLASSES.get(name) is item else _write_class(writer, item, depth)


def _write_class(writer: Writer, kind: type, depth: int) -> Tree:
    number = writer.objects.number(kind)
    if not writer.objects.is_new(number):
        return ["k", number, None]
    name, module, special, equal = writer.objects.describe(kind)
    bases = type.__dict__["__bases__"].__get__(kind) if depth < DEPTH else ()
    trees = [write_handle(writer, base, depth + 1) for base in bases]
    return ["k", number, [name, module, trees, special, equal]]


def read_handle(reader: Reader, depth: int, number: Tree, kind: Tree) -> Any:
    if not is_size(number) or type(kind) is not list or kind[:1] != ["k"]:
        malformed()
    return reader.handles.instance(number, reader.walk(kind, depth + 1))


def read_either(reader: Reader, depth: int, handle: Tree, value: Tree) -> Any:
    """Return the handle if the instructor's notebook defines its class, else the plain value."""
    if type(handle) is not list or handle[:1] != ["h"]:
        malformed()
    found = reader.walk(handle, depth + 1)
    return found if found._nbisolate_taught else reader.walk(value, depth)


def read_class(reader: Reader, depth: int, number: Tree, description: Tree) -> type:
    if not is_size(number):
        malformed()
    if description is None:
        known: type = reader.handles.kind(number)
        return known
    name, module, trees, special, equal = description
    texts = [name, module, equal, *special] if type(special) is list else [None]
    if any(type(text) is not str for text in texts) or len(texts) > MOST or len(trees) > MOST:
        malformed()
    if any(type(tree) is not list or tree[:1] not in (["k"], ["K"]) for tree in trees):
        malformed()
    bases = reader.parts(trees, depth)
    new: type = reader.handles.new_kind(number, name[:NAME], module[:NAME], bases, special, equal)
    return new


def read_builtin_class(reader: Reader, depth: int, name: Tree) -> type:
    return CLASSES[name]


def read_builtin_function(reader: Reader, depth: int, name: Tree) -> Any:
    return FUNCTIONS[name]


def read_sent(reader: Reader, depth: int, index: Tree) -> Any:
    return reader.handles.sent[index] if is_size(index) else malformed()


READERS: dict[str, Read] = {
    "a": read_sent,
    "h": read_handle,
    "o": read_either,
    "k": read_class,
    "K": read_builtin_class,
    "F": read_builtin_function,
}
