"""Canonical serialization: equal values give equal bytes, so a digest can identify them."""

import json
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
        return sorted(map(repr, item)) if isinstance(item, set) else repr(item)

    return json.dumps(value, default=plain, sort_keys=True).encode()
