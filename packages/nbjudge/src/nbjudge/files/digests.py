"""Digests of files, and of values: equal ones have equal digests."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from traitlets.config.loader import LazyConfigValue


def canonical(value: Any) -> bytes:
    """Return a value as JSON that does not depend on the order of keys and set items.

    A function or class is written as its qualified name, a set as the sorted list of the `repr` of
    its items, and any other value that JSON does not support as its `repr`.
    """

    def plain(item: Any) -> Any:
        if isinstance(item, LazyConfigValue):
            return item.to_dict()
        if callable(item) and hasattr(item, "__qualname__"):
            return f"{item.__module__}.{item.__qualname__}"
        return sorted(map(repr, item)) if isinstance(item, (set, frozenset)) else repr(item)

    return json.dumps(value, default=plain, sort_keys=True).encode()


def digests(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the SHA-256 of each file as hex digits, by path."""
    return {path: hashlib.sha256(content).hexdigest() for path, content in sorted(files.items())}


def content_digest(files: Mapping[str, bytes], head: bytes = b"") -> str:
    """Return the SHA-256 of `head`, and of the paths and contents of files, as hex digits."""
    digest = hashlib.sha256(head)
    for path, content in sorted(files.items()):
        digest.update(f"{path}\0{len(content)}\0".encode("utf-8", "replace") + content)
    return digest.hexdigest()
