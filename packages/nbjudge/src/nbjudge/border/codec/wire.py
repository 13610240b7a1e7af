"""What the codec's modules share: the writer of trees, their reader, and the checks of numbers."""

import math
from collections.abc import Callable
from typing import Any, NoReturn, TypeAlias, TypeGuard

from ..channel import ProtocolError

Tree: TypeAlias = Any  # what ``json.loads`` returns
Read: TypeAlias = Callable[..., Any]  # of a reader, a depth and the fields after the tag

DEPTH = 60  # of nested containers; deeper ones stay where they are, behind a handle


def malformed() -> NoReturn:
    """Refuse a tree."""
    raise ProtocolError("a value is malformed")


class Writer:
    """Makes a tree of a value, in the student's process.

    Parameters
    ----------
    write
        Returns the tree of an item.
    objects
        Knows the objects that are no plain data, see `nbjudge.border.codec.objects`.
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
        """The tree of an item at a depth of nested containers."""
        if item is None or item is True or item is False:
            return item
        return self._write(self, item, depth)


class Reader:
    """Makes a value of a tree that a stranger sent.

    Parameters
    ----------
    readers
        By their tag, functions of this reader, the depth, and the fields that follow the tag.
    blob
        The bytes that came with the tree.
    handles
        Makes handles, see `nbjudge.border.codec.objects`.
    """

    def __init__(self, readers: dict[str, Read], blob: bytes, handles: Any):
        self.readers, self.blob, self.handles = readers, blob, handles

    def walk(self, tree: Tree, depth: int) -> Any:
        """The value of a tree at a depth of nested containers."""
        if tree is None or type(tree) in (bool, str, float):
            return tree
        # JSON writes 2.0 as 2.0, so a bare integer was not written by a writer.
        if type(tree) is not list or not tree or depth > DEPTH + 1:
            malformed()
        tag, *rest = tree
        read = self.readers.get(tag) if type(tag) is str else None
        if read is None:
            malformed()
        return read(self, depth, *rest)

    def parts(self, items: Tree, depth: int) -> list[Any]:
        """The values of a list of trees inside a container."""
        if type(items) is not list:
            malformed()
        return [self.walk(item, depth + 1) for item in items]

    def bytes_at(self, offset: Tree, length: Tree) -> bytes:
        """A part of the block."""
        if not (is_size(offset) and is_size(length)) or offset + length > len(self.blob):
            malformed()
        return self.blob[offset : offset + length]


def is_size(value: Tree) -> TypeGuard[int]:
    """Whether this can be a length, an offset or a number of a handle."""
    return type(value) is int and 0 <= value < 2**40


def number(text: Tree) -> float:
    """A float that was written as text."""
    if type(text) is not str or len(text) > 40:
        malformed()
    return float(text)


def count(shape: Tree) -> int:
    """How many elements a shape has."""
    if type(shape) is not list or len(shape) > 32 or not all(is_size(size) for size in shape):
        malformed()
    return math.prod(shape)
