"""Variables carried from one shared test cell to the next, in the student's process.

A shared cell runs in a fork, which ends with the cell. The variables that it binds leave the fork
as a pickle, and are unpickled in the fork of the next shared cell. Functions, classes and modules
of the notebook (the *anchors*) are not copied, because all forks have the same ones.
"""

import io
import pickle
from collections.abc import Collection, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any

import cloudpickle


class Carried:
    """The variables that shared cells have bound so far, pickled."""

    def __init__(self) -> None:
        self.parts: list[tuple[bytes, list[Any]]] = []

    def add(self, data: bytes, anchors: list[Any]) -> None:
        """Add the bytes that `bound` returned in a fork, with the anchors it was called with."""
        if data:
            self.parts.append((data, anchors))

    def read(self, names: Collection[str]) -> dict[str, Any]:
        """Return the values of these names; names that no shared cell has bound are left out."""
        found = dict[str, Any]()
        for data, anchors in self.parts:
            found |= {name: value for name, value in _read(data, anchors).items() if name in names}
        return found


def anchors_of(names: Mapping[str, Any]) -> list[Any]:
    """Return the functions, classes and modules of a notebook."""
    return [item for item in names.values() if isinstance(item, (type, FunctionType, ModuleType))]


def bound(
    names: Mapping[str, Any], wanted: Collection[str], anchors: list[Any], most: int
) -> bytes:
    """Pickle the variables that a cell binds, as far as they can be pickled and read again.

    Parameters
    ----------
    names
        All variables after the cell.
    wanted
        The names that the cell binds.
    anchors
        The objects that are referred to instead of copied; see `anchors_of`.
    most
        The largest size, in bytes.

    Returns
    -------
    bytes
        The pickle, for `Carried.add`. Empty if it is larger than `most`, or if nothing is left.
    """
    found = {name: names[name] for name in wanted if name in names}
    pickled = {name: item for name, item in found.items() if _can_be_read(name, item, anchors)}
    data = _dumps(pickled, anchors) if pickled else b""
    return data if len(data) <= most else b""


def _can_be_read(name: str, item: Any, anchors: list[Any]) -> bool:
    """Return True if an object can be unpickled. A `MagicMock` cannot, but it can be pickled."""
    data = _dumps({name: item}, anchors)
    try:
        return bool(data) and name in _read(data, anchors)
    except Exception:  # unpickling calls code of the object, which can raise anything
        return False


def _read(data: bytes, anchors: list[Any]) -> dict[str, Any]:
    return dict(ObjectUnpickler(data, anchors).load())


def _dumps(item: Any, anchors: list[Any]) -> bytes:
    file = io.BytesIO()
    try:
        _Pickler(file, anchors).dump(item)
    except Exception:  # pickling calls methods of the object, which can raise anything
        return b""
    return file.getvalue()


class ObjectUnpickler(pickle.Unpickler):
    """Reads a pickle in which integers stand for objects of this process.

    A subclass, because Python 3.13.0 refuses to set `persistent_load` on an instance.
    """

    def __init__(self, data: bytes, objects: Sequence[Any]):
        super().__init__(io.BytesIO(data))
        self.objects = objects

    def persistent_load(self, pid: int) -> Any:
        return self.objects[pid]


class _Pickler(cloudpickle.Pickler):
    def __init__(self, file: io.BytesIO, anchors: list[Any]):
        super().__init__(file)
        self.places = {id(anchor): place for place, anchor in enumerate(anchors)}

    def persistent_id(self, item: object) -> int | None:
        return self.places.get(id(item))
