"""Cache of names looked up in the student's process: a test sees one object for each name.

A value that has crossed is cached, and stays the same object until the student's code changes it.
If a test cell changes it (``table["b"] = 2``), the change is sent to the student's process before
code runs there again.

A function or class never crosses by value. It is cached until the student's process reports, with a
reply, that the name is bound to something else. Look-ups of the function under test, after each
call of it, were a third of all requests. A process that reports nothing gains nothing: it also
decides on the replies to look-ups and calls.

Entry point: `LookupCache`.
"""

import contextlib
import json
from collections.abc import Callable, Collection
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from ..bridge.arguments import dumps
from ..bridge.exceptions import StudentError
from ..bridge.messages import Json
from ..bridge.mutation import can_change
from ..bridge.special_methods import is_handle

# Bytes. A larger value is looked up again once code has run, and changes to it are not sent:
# comparing it would cost as much as sending it.
LARGEST_COMPARED = 2**20
Raw = tuple[Json, bytes, Any]  # a tree, the bytes that came with it, and the value of both
Ask = Callable[..., Raw]


@dataclass
class LookedUpValue:
    """A cached entry: a value that was looked up.

    `asked` is the generation, a count of `LookupCache.ran`, in which it was last requested. `came`
    is the tree and bytes that the student's process sent for it, to compare the next reply with;
    None if replies are not compared. `known` is the pickle of the value as the student's process
    has it; None if changes to it are not sent.
    """

    value: Any
    asked: int
    came: tuple[str, bytes] | None = None
    known: bytes | None = None


class LookupCache:
    """A cache in which a name gives the same object as long as it has the same value.

    `ask` sends a request, and returns the tree, bytes and value of the reply. `ran` is the number
    of times that code may have run in the student's process.
    """

    def __init__(self, ask: Ask):
        self.ask = ask
        self.ran = 0
        self.entries: dict[tuple[str, str], LookedUpValue] = {}

    def find(self, op: str, name: str) -> Any:
        """Return the value of a name, from the cache if it cannot have changed.

        `op` is the kind of request; see `nbisolate.bridge.messages.Request`. Raise `StudentError`
        if the name has no value.
        """
        entry = self.entries.get((op, name))
        if entry is not None and (entry.asked == self.ran or _is_code(entry.value)):
            return entry.value
        tree, blob, value = self.ask(op, name)
        # Code has run since. The name is requested again, and the judge's object stays if the reply
        # is the same, byte for byte.
        came = _content_if_small(tree, blob) if can_change(value) else None
        if entry is not None and came is not None and came == entry.came:
            entry.asked = self.ran
            return entry.value
        known = _pickled(value) if came is not None else None
        self.entries[op, name] = LookedUpValue(value, self.ran, came if known else None, known)
        return value

    def code_will_run(self) -> None:
        """Send the changes that test cells have made; call this before code runs in the process."""
        for (op, name), entry in list(self.entries.items()):
            if entry.asked == self.ran and entry.known is not None and op == "name":
                self._tell(name, entry)
            if entry.known is None and not _is_code(entry.value):
                self.entries.pop((op, name), None)  # `_tell` can end the session
        self.ran += 1

    def forget(self, changed: Collection[str]) -> None:
        """Remove names that are bound to something else, as the student's process reports."""
        for op, name in [key for key in self.entries if changed and key[1] in changed]:
            del self.entries[op, name]

    def _tell(self, name: str, entry: LookedUpValue) -> None:
        now = _pickled(entry.value)
        if now is None or now == entry.known:
            return
        with contextlib.suppress(StudentError):
            tree, blob, _ = self.ask("set", name, now)
            entry.came = _content_if_small(tree, blob)
            entry.known = now


def _is_code(value: Any) -> bool:
    """Return True for a handle to a function or a class."""
    kind = type(value)  # ``isinstance`` would ask for the ``__class__`` of a handle
    return is_handle(value) and (issubclass(kind, type) or kind._nbisolate_is is FunctionType)


def _content_if_small(tree: Json, blob: bytes) -> tuple[str, bytes] | None:
    """Return a tree as text, and its bytes, to compare with a later reply; None if it is large."""
    text = json.dumps(_without_descriptions(tree)) if len(blob) <= LARGEST_COMPARED else ""
    return (text, blob) if text and len(text) <= LARGEST_COMPARED else None


def _without_descriptions(tree: Json) -> Json:
    """Return a tree without the descriptions of classes, which are sent only the first time."""
    if type(tree) is not list:
        return tree
    if tree[:1] == ["k"]:
        return tree[:2]
    return list(map(_without_descriptions, tree))


def _pickled(value: Any) -> bytes | None:
    try:
        data = dumps(value)
    except Exception:  # pickling calls methods of the object, which can raise anything
        return None
    return data if len(data) <= LARGEST_COMPARED else None
