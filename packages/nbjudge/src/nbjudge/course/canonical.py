"""Bytes that are the same for the same values, to name a content by its digest."""

import json
from typing import Any

from traitlets.config.loader import LazyConfigValue


def canonical(value: Any) -> bytes:
    """Write a value as JSON, whatever the order in which its parts were entered.

    A function or class counts by its name, a set as the list of its items, and anything else that
    JSON does not know by its `repr`.
    """

    def plain(item: Any) -> Any:
        if isinstance(item, LazyConfigValue):
            return item.to_dict()
        if callable(item) and hasattr(item, "__qualname__"):
            return f"{item.__module__}.{item.__qualname__}"
        return sorted(map(repr, item)) if isinstance(item, set) else repr(item)

    return json.dumps(value, default=plain, sort_keys=True).encode()
