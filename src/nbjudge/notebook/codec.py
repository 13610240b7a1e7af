"""Plain data across the border, by value.

``encode`` runs in the student's process and ``decode`` in the judge. A value is JSON: ``null``,
``true``, a number and a string stand for themselves, everything else is a list ``[tag, ...]``.
Bytes, tensors and arrays lie in a block of bytes beside it, named by offset and length.
``decode`` builds exact built-in types, and tensors and arrays out of raw bytes; nothing that a
student sends is ever unpickled, imported or called.
"""

import ctypes
import math
import re
import sys

from .channel import ProtocolError

DEPTH = 60  # of nested containers; deeper ones stay where they are, behind a handle
TENSOR_DTYPES = (
    "float64 float32 float16 bfloat16 int64 int32 int16 int8 uint8 bool complex64 complex128"
).split()
# What torch, NumPy and Python raise for lengths, shapes and keys that do not fit.
MALFORMED = (ArithmeticError, ImportError, LookupError, RuntimeError, TypeError, ValueError)
ARRAY_DTYPE = re.compile(r"[<>|=][biufc]\d{1,2}\Z")


def encode(value, reference):
    """Turn a value into ``(tree, blob)``.

    Args:
        value: any object.
        reference: called with an object that is not plain data; returns ``(number, kind,
            callable)`` for a handle to it: an int, the name of its type, and a bool.

    Returns:
        The JSON tree, and the bytes it speaks of.
    """
    blob = bytearray()

    def store(data):
        offset = len(blob)
        blob.extend(data)
        return [offset, len(data)]

    def handle(item):
        number, kind, is_callable = reference(item)
        return ["h", number, kind, is_callable]

    def walk(item, depth):
        if item is None or item is True or item is False:
            return item
        if isinstance(item, str):
            return str.__str__(item)
        if isinstance(item, int):
            return ["i", format(int.__int__(item), "x")]
        if isinstance(item, float):
            number = float.__float__(item)
            return number if math.isfinite(number) else ["f", repr(number)]
        if isinstance(item, complex):
            return ["c", repr(item.real), repr(item.imag)]
        if isinstance(item, (bytes, bytearray)):
            return ["b", *store(item)]
        if depth >= DEPTH:
            return handle(item)
        for tag, kind in (("l", list), ("t", tuple), ("s", set), ("z", frozenset)):
            if isinstance(item, kind):
                return [tag, [walk(part, depth + 1) for part in kind.__iter__(item)]]
        if isinstance(item, dict):
            pairs = dict.items(item)
            return ["d", [[walk(k, depth + 1), walk(v, depth + 1)] for k, v in pairs]]
        return _encode_array(item, store) or handle(item)

    return walk(value, 0), bytes(blob)


def _encode_array(item, store):
    """A tensor without a graph, a NumPy array or a NumPy number; None for anything else."""
    torch, numpy = sys.modules.get("torch"), sys.modules.get("numpy")
    if torch is not None and isinstance(item, torch.Tensor):
        parts = None if item.requires_grad else tensor_bytes(item)
        return parts and ["T", parts[0], parts[1], *store(parts[2])]
    if numpy is not None and isinstance(item, (numpy.ndarray, numpy.generic)):
        if not ARRAY_DTYPE.match(item.dtype.str):
            return None
        if isinstance(item, numpy.generic):
            return _encode_number(item.item())
        return ["A", item.dtype.str, list(item.shape), *store(item.tobytes())]
    return None


def tensor_bytes(tensor):
    """Name of the dtype, shape as a list, and raw bytes; None if it is not an ordinary tensor."""
    import torch

    name = str(tensor.dtype).removeprefix("torch.")
    plain = tensor.layout == torch.strided and tensor.device.type == "cpu"
    if not plain or name not in TENSOR_DTYPES:
        return None
    tensor = tensor.detach().resolve_conj().resolve_neg().contiguous()
    data = ctypes.string_at(tensor.data_ptr(), tensor.numel() * tensor.element_size())
    return name, list(tensor.shape), data


def tensor_from_bytes(name, shape, data):
    """The tensor that ``tensor_bytes`` took apart; ``data`` has the length that it needs."""
    import torch

    dtype = getattr(torch, name)
    if not data:
        return torch.empty(shape, dtype=dtype)
    if dtype == torch.bool:
        # Any byte but 0 and 1 would be a bool that is neither true nor false.
        return torch.frombuffer(bytearray(data), dtype=torch.uint8).ne(0).reshape(shape)
    return torch.frombuffer(bytearray(data), dtype=dtype).reshape(shape)


def rebuild_leaf(name, shape, data, requires_grad, is_parameter):
    """A leaf tensor or a parameter that came from the judge; see ``nbjudge.notebook.remote``."""
    import torch

    tensor = tensor_from_bytes(name, shape, data)
    if is_parameter:
        return torch.nn.Parameter(tensor, requires_grad)
    return tensor.requires_grad_(requires_grad) if requires_grad else tensor


def _encode_number(number):
    if isinstance(number, bool):
        return ["B", number]
    if isinstance(number, int):
        return ["i", format(number, "x")]
    parts = [number.real, number.imag] if isinstance(number, complex) else [number]
    return ["c" if len(parts) == 2 else "f", *(repr(float(part)) for part in parts)]


def decode(tree, blob, handle):
    """Turn what a student's process sent into a value.

    Args:
        tree: parsed JSON.
        blob: the bytes that came with it.
        handle: called with ``(number, kind, callable)``; returns the judge's handle.

    Returns:
        None, or exact bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset,
        ``torch.Tensor`` or ``numpy.ndarray``, or a handle.

    Raises:
        ProtocolError: for whatever ``encode`` would not have written.
    """
    try:
        return _Decoder(blob, handle).walk(tree, 0)
    except ProtocolError:
        raise
    except MALFORMED as error:
        raise ProtocolError("a value is malformed") from error


class _Decoder:
    def __init__(self, blob, handle):
        self.blob = blob
        self.handle = handle

    def walk(self, tree, depth):
        if tree is None or type(tree) in (bool, str, float):
            return tree
        if type(tree) is int:
            # JSON writes 2.0 as 2.0, so a bare integer was not written by encode.
            raise ProtocolError("a value is malformed")
        if type(tree) is not list or not tree or depth > DEPTH + 1:
            raise ProtocolError("a value is malformed")
        tag, *rest = tree
        read = self.READERS.get(tag) if type(tag) is str else None
        if read is None:
            raise ProtocolError("a value is malformed")
        return read(self, depth, *rest)

    def parts(self, items, depth):
        if type(items) is not list:
            raise ProtocolError("a value is malformed")
        return [self.walk(item, depth + 1) for item in items]

    def bytes_at(self, offset, length):
        if not (_is_size(offset) and _is_size(length)) or offset + length > len(self.blob):
            raise ProtocolError("a value is malformed")
        return self.blob[offset : offset + length]

    def read_int(self, depth, digits):
        # Hexadecimal, because decimal parsing of a long number takes quadratic time.
        if type(digits) is not str or not re.fullmatch(r"-?[0-9a-f]{1,1000000}", digits):
            raise ProtocolError("a value is malformed")
        return int(digits, 16)

    def read_float(self, depth, text):
        return _number(text)

    def read_complex(self, depth, real, imag):
        return complex(_number(real), _number(imag))

    def read_bool(self, depth, value):
        if type(value) is not bool:
            raise ProtocolError("a value is malformed")
        return value

    def read_bytes(self, depth, offset, length):
        return self.bytes_at(offset, length)

    def read_list(self, depth, items):
        return self.parts(items, depth)

    def read_tuple(self, depth, items):
        return tuple(self.parts(items, depth))

    def read_set(self, depth, items):
        result = set()
        for item in self.parts(items, depth):
            result.add(item)  # in a loop that can be stopped, as items of one hash take long
        return result

    def read_frozenset(self, depth, items):
        return frozenset(self.read_set(depth, items))

    def read_dict(self, depth, pairs):
        return {self.walk(key, depth + 1): self.walk(item, depth + 1) for key, item in pairs}

    def read_tensor(self, depth, name, shape, offset, length):
        import torch

        if name not in TENSOR_DTYPES:
            raise ProtocolError("a value is malformed")
        data = self.bytes_at(offset, length)
        if length != _count(shape) * getattr(torch, name).itemsize:
            raise ProtocolError("a value is malformed")
        return tensor_from_bytes(name, shape, data)

    def read_array(self, depth, name, shape, offset, length):
        import numpy

        if type(name) is not str or not ARRAY_DTYPE.match(name):
            raise ProtocolError("a value is malformed")
        dtype = numpy.dtype(name)
        if length != _count(shape) * dtype.itemsize:
            raise ProtocolError("a value is malformed")
        data = bytearray(self.bytes_at(offset, length))
        array = numpy.frombuffer(data, dtype="u1" if dtype.kind == "b" else dtype)
        return (array != 0 if dtype.kind == "b" else array).reshape(shape)

    def read_handle(self, depth, number, kind, is_callable):
        if not _is_size(number) or type(kind) is not str or type(is_callable) is not bool:
            raise ProtocolError("a value is malformed")
        return self.handle(number, kind[:200], is_callable)

    READERS = {
        "i": read_int,
        "f": read_float,
        "c": read_complex,
        "B": read_bool,
        "b": read_bytes,
        "l": read_list,
        "t": read_tuple,
        "s": read_set,
        "z": read_frozenset,
        "d": read_dict,
        "T": read_tensor,
        "A": read_array,
        "h": read_handle,
    }


def _number(text):
    if type(text) is not str or len(text) > 40:
        raise ProtocolError("a value is malformed")
    return float(text)


def _is_size(value):
    return type(value) is int and 0 <= value < 2**40


def _count(shape):
    if type(shape) is not list or len(shape) > 32 or not all(_is_size(size) for size in shape):
        raise ProtocolError("a value is malformed")
    return math.prod(shape)
