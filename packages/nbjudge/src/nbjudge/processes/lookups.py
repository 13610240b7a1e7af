"""Cache of names looked up in the student's process: a test sees one object for each name.

A value that has crossed is kept, and is the same object until the student's code has made it
another one. What a test cell changes in it (``table["b"] = 2``) is told to the student's process
before code runs there again.

Entry point: `LookedUp`.
"""

import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..border.arguments import dumps
from ..border.contents import can_change
from ..border.exceptions import StudentError
from ..border.messages import Json

# Values larger than this are looked up anew once code has run, and changes in them are not told.
LARGEST_COMPARED = 2**20
Raw = tuple[Json, bytes, Any]  # a tree, the bytes beside it, and the value of both
Ask = Callable[..., Raw]


@dataclass
class LookedUpValue:
    """A value that was looked up.

    Attributes
    ----------
    value
        The judge's object.
    asked
        At which count of `LookedUp.ran` it was asked for last.
    came
        What the student's process has sent for it; None of what is not compared.
    known
        The value as the student's process knows it; None where changes of it are not told.
    """

    value: Any
    asked: int
    came: tuple[str, bytes] | None = None
    known: bytes | None = None


class LookedUp:
    """The values of names, each the same object as long as it is the same value.

    Parameters
    ----------
    ask
        Sends a request; returns the tree, the bytes and the value of the reply.

    Attributes
    ----------
    ran
        How often code may have run in the student's process.
    """

    def __init__(self, ask: Ask):
        self.ask, self.ran = ask, 0
        self.entries: dict[tuple[str, str], LookedUpValue] = {}

    def find(self, op: str, name: str) -> Any:
        """The value that a request gives for a name.

        Raises
        ------
        StudentError
            There is none.
        """
        entry = self.entries.get((op, name))
        if entry is not None and entry.asked == self.ran:
            return entry.value
        tree, blob, value = self.ask(op, name)
        came = _content_if_small(tree, blob) if can_change(value) else None
        if entry is not None and came is not None and came == entry.came:
            entry.asked = self.ran
            return entry.value
        known = _pickled(value) if came is not None else None
        self.entries[op, name] = LookedUpValue(value, self.ran, came if known else None, known)
        return value

    def code_will_run(self) -> None:
        """Tell what test cells have changed: code is to run in the student's process."""
        for (op, name), entry in list(self.entries.items()):
            if entry.asked == self.ran and entry.known is not None and op == "name":
                self._tell(name, entry)
            if entry.known is None:
                del self.entries[op, name]
        self.ran += 1

    def _tell(self, name: str, entry: LookedUpValue) -> None:
        now = _pickled(entry.value)
        if now is None or now == entry.known:
            return
        with contextlib.suppress(StudentError):
            tree, blob, _ = self.ask("set", name, now)
            entry.came, entry.known = _content_if_small(tree, blob), now


def _content_if_small(tree: Json, blob: bytes) -> tuple[str, bytes] | None:
    """Return what a value came as; None if it is large."""
    text = json.dumps(_without_descriptions(tree)) if len(blob) <= LARGEST_COMPARED else ""
    return (text, blob) if text and len(text) <= LARGEST_COMPARED else None


def _without_descriptions(tree: Json) -> Json:
    """A tree as it comes once the classes in it are known."""
    if type(tree) is not list:
        return tree
    if tree[:1] == ["k"]:
        return tree[:2]
    return list(map(_without_descriptions, tree))


def _pickled(value: Any) -> bytes | None:
    try:
        data = dumps(value)
    except Exception:  # whatever an object raises that is to be pickled
        return None
    return data if len(data) <= LARGEST_COMPARED else None
