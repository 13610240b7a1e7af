"""Plain data across the border, by value: the table of what crosses.

`encode` runs in the student's process and `decode` in the judge. A value is a tree of JSON: null,
true, false, a number with a point and a text stand for themselves, everything else is a list that
begins with a tag. Bytes lie in a block beside the tree, named by offset and length.

=====  ===============================  ==========================================================
tag    fields                           value
=====  ===============================  ==========================================================
i      hexadecimal digits               int
f      text                             float that JSON cannot write: inf, nan
c      text, text                       complex: real and imaginary part
B      true or false                    bool that was NumPy's
b      offset, length                   bytes
l      list of trees                    list
t      list of trees                    tuple
s      list of trees                    set
z      list of trees                    frozenset
d      list of pairs of trees           dict
T      dtype, shape, offset, length     torch.Tensor
A      dtype, shape, offset, length     numpy.ndarray of numbers
h      number, name of the type, bool   a handle: the object stays; whether it can be called
=====  ===============================  ==========================================================

`decode` makes exact types. Nothing that a student sends is ever unpickled, imported or called. A
new type gets a line here, a writer and a reader in one of the modules beside this one, and a place
in the property tests of ``tests/notebook/test_codec.py``.
"""

from typing import Any

from ..channel import ProtocolError
from . import arrays, builtin
from .wire import DEPTH, Handle, Reader, Reference, Tree, Writer

__all__ = ["DEPTH", "decode", "encode"]

READERS = builtin.READERS | arrays.READERS
# What torch, NumPy and Python raise for lengths, shapes and keys that do not fit.
MALFORMED = (ArithmeticError, ImportError, LookupError, RuntimeError, TypeError, ValueError)


def encode(value: object, reference: Reference) -> tuple[Tree, bytes]:
    """Turn a value into a tree.

    Parameters
    ----------
    value
        Any object.
    reference
        Called with an object that is not plain data; returns a number for the handle to it, the
        name of its type, and whether it can be called.

    Returns
    -------
    tree, blob
        The tree, and the bytes it speaks of.
    """
    writer = Writer(_write, reference)
    tree = writer.walk(value, 0)
    return tree, bytes(writer.blob)


def _write(writer: Writer, item: Any, depth: int) -> Tree:
    for module in (builtin, arrays):
        tree = module.write(writer, item, depth)
        if tree is not None:
            return tree
    return None


def decode(tree: Tree, blob: bytes, handle: Handle) -> Any:
    """Turn what a student's process sent into a value.

    Parameters
    ----------
    tree
        Parsed JSON.
    blob
        The bytes that came with it.
    handle
        Called with the three fields of a handle; returns the judge's handle.

    Returns
    -------
    value
        A value of the table above, of exactly that type.

    Raises
    ------
    ProtocolError
        For whatever `encode` would not have written.
    """
    try:
        return Reader(READERS, blob, handle).walk(tree, 0)
    except ProtocolError:
        raise
    except MALFORMED as error:
        raise ProtocolError("a value is malformed") from error
