"""What shared test cells bind, for the shared cells after them; all of it in the student's process.

A shared cell runs in a fork, which ends with it. What it has bound leaves the fork as a pickle and
is read in the fork of the next one. Functions and classes of the notebook are not copied: these are
the same ones in all forks.
"""

import io
import pickle
from collections.abc import Collection, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any

import cloudpickle


class Carried:
    """What shared cells have bound so far."""

    def __init__(self) -> None:
        self.parts: list[tuple[bytes, list[Any]]] = []

    def add(self, data: bytes, anchors: list[Any]) -> None:
        """Take what `bound` has returned in a fork, and the anchors that it was given."""
        if data:
            self.parts.append((data, anchors))

    def read(self, names: Collection[str]) -> dict[str, Any]:
        """What these names are bound to; those that nothing is known of are left out."""
        found = dict[str, Any]()
        for data, anchors in self.parts:
            found |= {name: value for name, value in _read(data, anchors).items() if name in names}
        return found


def anchors_of(names: Mapping[str, Any]) -> list[Any]:
    """The functions, classes and modules of a notebook."""
    return [item for item in names.values() if isinstance(item, (type, FunctionType, ModuleType))]


def bound(
    names: Mapping[str, Any], wanted: Collection[str], anchors: list[Any], most: int
) -> bytes:
    """What of the names that a cell binds can be pickled and read, in so many bytes at most."""
    found = {name: names[name] for name in wanted if name in names}
    pickled = {name: item for name, item in found.items() if _can_be_read(name, item, anchors)}
    data = _dumps(pickled, anchors) if pickled else b""
    return data if len(data) <= most else b""


def _can_be_read(name: str, item: Any, anchors: list[Any]) -> bool:
    """Whether it is there again; a `MagicMock` can be pickled, and not be read."""
    data = _dumps({name: item}, anchors)
    try:
        return bool(data) and name in _read(data, anchors)
    except Exception:  # whatever an object raises that is to be read
        return False


def _read(data: bytes, anchors: list[Any]) -> dict[str, Any]:
    return dict(ObjectUnpickler(data, anchors).load())


def _dumps(item: Any, anchors: list[Any]) -> bytes:
    file = io.BytesIO()
    try:
        _Pickler(file, anchors).dump(item)
    except Exception:  # whatever an object raises that is to be pickled
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
