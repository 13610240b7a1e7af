"""Tensors without a graph, NumPy arrays, and NumPy's numbers."""

import ctypes
import re
import sys
from typing import Any

from .wire import Read, Reader, Tree, Writer, count, malformed

TENSOR_DTYPES = (
    "float64 float32 float16 bfloat16 int64 int32 int16 int8 uint8 bool complex64 complex128"
).split()
ARRAY_DTYPE = re.compile(r"[<>|=][biufc]\d{1,2}\Z")


def write(writer: Writer, item: Any, depth: int) -> Tree:
    """The tree of an item, or None if it is of another kind."""
    torch, numpy = sys.modules.get("torch"), sys.modules.get("numpy")
    if torch is not None and isinstance(item, torch.Tensor):
        parts = None if item.requires_grad else tensor_bytes(item)
        return parts and ["T", parts[0], parts[1], *writer.store(parts[2])]
    if numpy is not None and isinstance(item, (numpy.ndarray, numpy.generic)):
        if not ARRAY_DTYPE.match(item.dtype.str):
            return None
        if isinstance(item, numpy.generic):
            return _number_tree(item.item())
        return ["A", item.dtype.str, list(item.shape), *writer.store(item.tobytes())]
    return None


def _number_tree(number: Any) -> Tree:
    if isinstance(number, bool):
        return ["B", number]
    if isinstance(number, int):
        return ["i", format(number, "x")]
    parts = [number.real, number.imag] if isinstance(number, complex) else [number]
    return ["c" if len(parts) == 2 else "f", *(repr(float(part)) for part in parts)]


def tensor_bytes(tensor: Any) -> tuple[str, list[int], bytes] | None:
    """Name of the dtype, shape, and raw bytes; None if it is not an ordinary tensor."""
    import torch

    name = str(tensor.dtype).removeprefix("torch.")
    plain = tensor.layout == torch.strided and tensor.device.type == "cpu"
    if not plain or name not in TENSOR_DTYPES:
        return None
    tensor = tensor.detach().resolve_conj().resolve_neg().contiguous()
    data = ctypes.string_at(tensor.data_ptr(), tensor.numel() * tensor.element_size())
    return name, list(tensor.shape), data


def tensor_from_bytes(name: str, shape: list[int], data: bytes) -> Any:
    """The tensor that `tensor_bytes` took apart; ``data`` has the length that it needs."""
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
    """A leaf tensor or a parameter that came from the judge; see `nbjudge.notebook.arguments`."""
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

    if type(name) is not str or not ARRAY_DTYPE.match(name):
        malformed()
    dtype = numpy.dtype(name)
    if length != count(shape) * dtype.itemsize:
        malformed()
    data = bytearray(reader.bytes_at(offset, length))
    array = numpy.frombuffer(data, dtype="u1" if dtype.kind == "b" else dtype)
    return (array != 0 if dtype.kind == "b" else array).reshape(shape)


READERS: dict[str, Read] = {"T": read_tensor, "A": read_array}
