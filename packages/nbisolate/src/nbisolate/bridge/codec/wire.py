"""The base of the codec's modules: the writer of trees, their reader, and checks of numbers."""

import math
from collections.abc import Callable
from typing import Any, NoReturn, TypeAlias, TypeGuard

from ..channel import ProtocolError

Tree: TypeAlias = Any  # what ``json.loads`` returns
Read: TypeAlias = Callable[..., Any]  # called with a reader, a depth and the fields after the tag

# Levels of nested containers. Deeper ones stay in the student's process, behind a handle.
DEPTH = 60


def malformed() -> NoReturn:
    """Raise a `ProtocolError` for a tree that no writer writes."""
    raise ProtocolError("a value is malformed")


class Writer:
    """A writer of trees, in the student's process.

    `write` is called with this writer, an item and a depth, and returns the item's tree. `objects`
    is the table of objects that are not plain data; see `nbisolate.bridge.codec.objects`.
    """

    def __init__(self, write: Callable[["Writer", Any, int], Tree], objects: Any):
        self._write, self.objects = write, objects
        self.blob = bytearray()

    def store(self, data: bytes | bytearray) -> list[int]:
        """Put bytes into the block; return their offset and length."""
        offset = len(self.blob)
        self.blob.extend(data)
        return [offset, len(data)]

    def walk(self, item: object, depth: int) -> Tree:
        """Return the tree of an item, at a depth of nested containers."""
        if item is None or item is True or item is False:
            return item
        return self._write(self, item, depth)


class Reader:
    """A reader of trees from the student's process, which are not trusted.

    `readers` maps each tag to a function `(reader, depth, *fields)` that reads a value. `blob` is
    the block of bytes that came with the tree. `handles` makes proxies for the numbers of objects;
    see `nbisolate.bridge.codec.objects`.
    """

    def __init__(self, readers: dict[str, Read], blob: bytes, handles: Any):
        self.readers, self.blob, self.handles = readers, blob, handles

    def walk(self, tree: Tree, depth: int) -> Any:
        """Return the value of a tree, at a depth of nested containers."""
        if tree is None or type(tree) in (bool, str, float):
            return tree
        # A bare integer comes from no writer: ints have a tag, and JSON writes a float with a point
        # or an exponent.
        if type(tree) is not list or not tree or depth > DEPTH + 1:
            malformed()
        tag, *rest = tree
        read = self.readers.get(tag) if type(tag) is str else None
        if read is None:
            malformed()
        return read(self, depth, *rest)

    def parts(self, items: Tree, depth: int) -> list[Any]:
        """Return the values of a list of trees inside a container."""
        if type(items) is not list:
            malformed()
        return [self.walk(item, depth + 1) for item in items]

    def bytes_at(self, offset: Tree, length: Tree) -> bytes:
        """Return a part of the block of bytes."""
        if not (is_size(offset) and is_size(length)) or offset + length > len(self.blob):
            malformed()
        return self.blob[offset : offset + length]


def is_size(value: Tree) -> TypeGuard[int]:
    """Return True if this can be a length, an offset or the number of a handle."""
    return type(value) is int and 0 <= value < 2**40


def number(text: Tree) -> float:
    """Return a float that was written as text."""
    if type(text) is not str or len(text) > 40:
        malformed()
    return float(text)


def count(shape: Tree) -> int:
    """Return the number of elements of an array with this shape."""
    if type(shape) is not list or len(shape) > 32 or not all(is_size(size) for size in shape):
        malformed()
    return math.prod(shape)
