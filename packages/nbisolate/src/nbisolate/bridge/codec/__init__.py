"""The codec: plain data that is passed between the two processes by value, and its format.

`encode` runs in the student's process and `decode` in the judge. A value is a tree of JSON: null,
true, false, a number with a point and a text stand for themselves. Everything else is a list that
begins with a tag. Bytes are in a separate block, which the tree refers to by offset and length.

====================  ============================  ======================================
tag                   fields                        value
====================  ============================  ======================================
i                     hexadecimal digits            int
f                     text                          float that JSON cannot write: inf, nan
c                     text, text                    complex: real and imaginary part
b                     offset, length                bytes
l, t, s, z            list of trees                 list, tuple, set, frozenset
d                     list of pairs of trees        dict
range, slice          three trees                   range, slice: start, stop, step
deque                 list of trees, int or null    deque and its largest length
ordered, counter      list of pairs of trees        OrderedDict, Counter
default               tree, list of pairs           defaultdict of this factory
pattern               tree, flags                   re.Pattern
named                 class, name, names, list      a named tuple of that class
decimal               text                          Decimal
fraction              two trees                     Fraction
date, time, datetime  text, fold, zone              date, time, datetime, a zone or null
timedelta             three ints                    days, seconds, microseconds
timezone, zone        tree, text; key               timezone of an offset; ZoneInfo
T, torchtype          dtype, shape, offset, length  torch.Tensor; torch.dtype (name)
A, N, dtype           dtype, shape, offset, length  numpy.ndarray, scalar; dtype (name)
O                     shape, list of trees          numpy.ndarray of objects
view                  kind, array                   numpy.matrix; Fortran's order
sparse                class, shape, three arrays    of SciPy: rows, columns, values
frame                 index, columns, arrays        pandas.DataFrame
series                index, array, tree            pandas.Series and its name
index                 array, tree, text or null     pandas.Index, name and frequency
rangeindex            range, tree                   pandas.RangeIndex and its name
multiindex            indexes, codes, names         pandas.MultiIndex
timestamp, delta      scalar, zone                  pandas.Timestamp, Timedelta
missing               NaT or NA                     the two of pandas
categories            codes, index, bool            array of categories; if ordered
zoned                 array, zone                   array of times with a zone
periods               array, text                   array of periods of a frequency
intervals             two arrays, text              array of intervals; closed ends
texts                 dtype, list                   array of texts of pandas
masked                two arrays                    array of numbers; where it has none
a                     place                         an object that the judge has sent
h                     number, class                 a handle: the object stays
o                     handle, tree                  a handle if its class is taught, or a value
k                     number, description           a class that stays; null once known
K, F                  name                          a built-in class; a built-in function
====================  ============================  ======================================

`decode` makes exact types. Nothing that a student sends is ever unpickled, imported or called. A
new type gets a line here, a writer and a reader in one of the modules next to this one, and a place
in the property tests of ``tests/bridge/test_codec.py``.
"""

from types import ModuleType
from typing import Any

from ..channel import ProtocolError
from ..internal_errors import is_own_failure, is_raised_in
from . import arrays, builtin, objects, stdlib, tables
from .objects import Describes, Handles, ObjectRef
from .wire import DEPTH, Reader, Tree, Writer

__all__ = ["DEPTH", "decode", "encode"]

READERS = stdlib.READERS | builtin.READERS | arrays.READERS | tables.READERS | objects.READERS
# The errors that torch, NumPy and Python raise for lengths, shapes and keys that do not fit.
MALFORMED = (ArithmeticError, ImportError, LookupError, RuntimeError, TypeError, ValueError)


def encode(value: object, known: Describes) -> tuple[Tree, bytes]:
    """Turn a value into a tree, and the block of bytes that the tree refers to.

    `known` numbers the objects which are not plain data, and describes their classes.
    """
    writer = Writer(_write, known)
    tree = writer.walk(value, 0)
    return tree, bytes(writer.blob)


def _write(writer: Writer, item: Any, depth: int) -> Tree:
    # Most values are built-in, so these skip the other modules. For the rest the order matters:
    # ``builtin`` takes any subclass of int, str or tuple, and so comes after the modules that know
    # enumerations, named tuples and NumPy's float64, which is a subclass of float.
    if type(item) is ObjectRef:
        return ["a", item.index]
    if type(item) in builtin.PLAIN:
        modules: tuple[ModuleType, ...] = (builtin,)
    else:
        modules = (stdlib, tables, arrays, builtin)
    for module in modules:
        tree = module.write(writer, item, depth)
        if tree is not None:
            itself = type(item) not in builtin.PLAIN and builtin.answers_itself(item)
            return ["o", objects.write_handle(writer, item, depth), tree] if itself else tree
    return objects.write_handle(writer, item, depth)


def decode(tree: Tree, blob: bytes, handles: Handles) -> Any:
    """Turn a tree that a student's process sent into a value.

    `blob` is the block of bytes that came with it, and `handles` makes the judge's handles. The
    value is one of the table above, of exactly that type. Raise `ProtocolError` if `encode` would
    not have written this tree.
    """
    try:
        return Reader(READERS, blob, handles).walk(tree, 0)
    except ProtocolError:
        raise
    except MALFORMED as error:
        if is_own_failure(error) and not is_raised_in(error, "bridge/codec"):
            raise
        raise ProtocolError("a value is malformed") from error
