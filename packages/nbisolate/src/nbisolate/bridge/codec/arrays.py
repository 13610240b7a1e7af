"""Codec of tensors without a graph, arrays and scalars of NumPy, and sparse matrices of SciPy."""

import ctypes
import re
import sys
from typing import Any

from .wire import DEPTH, Read, Reader, Tree, Writer, count, malformed

TENSOR_DTYPES = (
    "float64 float32 float16 bfloat16 int64 int32 int16 int8 uint8 bool complex64 complex128"
).split()
ARRAY_DTYPE = re.compile(
    r"[<>|=]([biufc]\d{1,2}|[SU]\d{1,7}|[Mm]8(\[\d{0,4}(Y|M|W|D|h|m|s|ms|us|ns|ps|fs|as)\])?)"
)
EMPTY = ("S0", "U0")  # items of no bytes: the length of the data says nothing about the shape
SPARSE = [f"{form}_{kind}" for form in ("csr", "csc", "coo") for kind in ("matrix", "array")]


def write(writer: Writer, item: Any, depth: int) -> Tree:
    """Return the tree of an item, or None if it is of another kind."""
    # From ``sys.modules``: if the student's code has not imported a library, no item is of its
    # types, and importing it here would take seconds.
    torch, numpy = sys.modules.get("torch"), sys.modules.get("numpy")
    if torch is not None and issubclass(type(item), torch.Tensor):
        tensor = None if item.requires_grad else tensor_bytes(item)
        return tensor and ["T", tensor[0], tensor[1], *writer.store(tensor[2])]
    if torch is not None and type(item) is torch.dtype:
        return ["torchtype", str(item).removeprefix("torch.")]
    if numpy is not None and issubclass(type(item), (numpy.ndarray, numpy.generic)):
        return _write_array(numpy, writer, item, depth)
    if numpy is not None and issubclass(type(item), numpy.dtype):
        return ["dtype", item.str] if is_dtype(item.str) or item.str == "|O" else None
    sparse = sys.modules.get("scipy.sparse")
    if sparse is not None and type(item).__name__ in SPARSE and sparse.issparse(item):
        coordinates = item.tocoo()
        parts = [coordinates.row, coordinates.col, coordinates.data]
        trees = [writer.walk(part, depth + 1) for part in parts]
        return ["sparse", type(item).__name__, list(item.shape), *trees]
    return None


def _write_array(numpy: Any, writer: Writer, item: Any, depth: int) -> Tree:
    name = item.dtype.str
    if isinstance(item, numpy.ma.MaskedArray) or depth >= DEPTH:
        return None
    if name == "|O" and type(item) is numpy.ndarray:
        parts = [writer.walk(part, depth + 1) for part in item.ravel().tolist()]
        return ["O", list(item.shape), parts]
    if not is_dtype(name):
        return None
    # A matrix, or an array in Fortran's order and not also in C's, by which sums are rounded.
    kind = "matrix" if type(item) is numpy.matrix else "transposed" if item.flags.fnc else None
    if kind:
        inner = numpy.asarray(item) if kind == "matrix" else item.T
        tree = _write_array(numpy, writer, inner, depth + 1)
        return tree and ["view", kind, tree]
    tag = "N" if isinstance(item, numpy.generic) else "A"
    return [tag, name, list(item.shape), *writer.store(item.tobytes())]


def is_dtype(name: Tree) -> bool:
    """Return True if this is the name of a NumPy dtype whose bytes can cross."""
    return type(name) is str and bool(ARRAY_DTYPE.fullmatch(name)) and not name.endswith(EMPTY)


def tensor_bytes(tensor: Any) -> tuple[str, list[int], bytes] | None:
    """Return a tensor's dtype by name, its shape, and its bytes; None if it is not ordinary.

    An ordinary tensor is dense, on the CPU, and of a dtype of `TENSOR_DTYPES`.
    """
    import torch

    name = str(tensor.dtype).removeprefix("torch.")
    plain = tensor.layout == torch.strided and tensor.device.type == "cpu"
    if not plain or name not in TENSOR_DTYPES:
        return None
    tensor = tensor.detach().resolve_conj().resolve_neg().contiguous()
    data = ctypes.string_at(tensor.data_ptr(), tensor.numel() * tensor.element_size())
    return name, list(tensor.shape), data


def tensor_from_bytes(name: str, shape: list[int], data: bytes) -> Any:
    """Return the tensor with this dtype, shape and content; the inverse of `tensor_bytes`.

    The caller has checked that the length of ``data`` fits.
    """
    import torch

    dtype = getattr(torch, name)
    if not data:
        return torch.empty(shape, dtype=dtype)
    if dtype == torch.bool:
        # Any byte but 0 and 1 would be a bool that is neither true nor false.
        return torch.frombuffer(bytearray(data), dtype=torch.uint8).ne(0).reshape(shape)
    return torch.frombuffer(bytearray(data), dtype=dtype).reshape(shape)


def rebuild_leaf(
    name: str, shape: list[int], data: bytes, requires_grad: bool, is_parameter: bool
) -> Any:
    """Return a leaf tensor or parameter that the judge sent; see `nbisolate.bridge.arguments`."""
    import torch

    tensor = tensor_from_bytes(name, shape, data)
    if is_parameter:
        return torch.nn.Parameter(tensor, requires_grad)
    return tensor.requires_grad_(requires_grad) if requires_grad else tensor


def read_tensor(
    reader: Reader, depth: int, name: Tree, shape: Tree, offset: Tree, length: Tree
) -> Any:
    import torch

    if name not in TENSOR_DTYPES:
        malformed()
    data = reader.bytes_at(offset, length)
    if length != count(shape) * getattr(torch, name).itemsize:
        malformed()
    return tensor_from_bytes(name, shape, data)


def read_array(
    reader: Reader, depth: int, name: Tree, shape: Tree, offset: Tree, length: Tree
) -> Any:
    import numpy

    if not is_dtype(name):
        malformed()
    dtype = numpy.dtype(name)
    if length != count(shape) * dtype.itemsize:
        malformed()
    data = bytearray(reader.bytes_at(offset, length))
    points: numpy.ndarray[Any, Any]
    # NumPy accepts code points beyond Unicode, and raises a SystemError when such a text is read.
    if dtype.kind == "U":
        points = numpy.frombuffer(data, dtype=numpy.dtype("u4").newbyteorder(dtype.byteorder))
        if points.size and points.max() > sys.maxunicode:
            malformed()
    array: numpy.ndarray[Any, Any] = numpy.frombuffer(
        data, dtype="u1" if dtype.kind == "b" else dtype
    )
    return (array != 0 if dtype.kind == "b" else array).reshape(shape)


def read_view(reader: Reader, depth: int, kind: Tree, tree: Tree) -> Any:
    import numpy

    array = reader.walk(tree, depth + 1)
    if type(array) is not numpy.ndarray or (kind == "matrix" and array.ndim != 2):
        malformed()
    return array.view(numpy.matrix) if kind == "matrix" else array.T


def read_scalar(reader: Reader, depth: int, *fields: Tree) -> Any:
    array = read_array(reader, depth, *fields)
    if array.shape:
        malformed()
    return array[()]


def read_objects(reader: Reader, depth: int, shape: Tree, items: Tree) -> Any:
    import numpy

    parts = reader.parts(items, depth)
    if len(parts) != count(shape):
        malformed()
    array: Any = numpy.empty(len(parts), dtype=object)
    for place, part in enumerate(parts):
        array[place] = part
    return array.reshape(shape)


def read_dtype(reader: Reader, depth: int, name: Tree) -> Any:
    import numpy

    if name != "|O" and not is_dtype(name):
        malformed()
    return numpy.dtype(name)


def read_torchtype(reader: Reader, depth: int, name: Tree) -> Any:
    import torch

    if name not in TENSOR_DTYPES:
        malformed()
    return getattr(torch, name)


def read_sparse(reader: Reader, depth: int, name: Tree, shape: Tree, *parts: Tree) -> Any:
    from scipy import sparse

    if name not in SPARSE or count(shape) is None or len(shape) != 2:
        malformed()
    row, col, data = reader.parts(list(parts), depth)
    flavor = "coo_matrix" if name.endswith("matrix") else "coo_array"
    coordinates = getattr(sparse, flavor)((data, (row, col)), shape=tuple(shape))
    return coordinates.asformat(name[:3])


READERS: dict[str, Read] = {
    "T": read_tensor,
    "A": read_array,
    "view": read_view,
    "N": read_scalar,
    "O": read_objects,
    "dtype": read_dtype,
    "torchtype": read_torchtype,
    "sparse": read_sparse,
}
