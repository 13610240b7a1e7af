"""Tables of the kinds of damage, and the decorator that fills them."""

from collections.abc import Callable
from typing import Any


def kind_of(table: dict[str, Any]) -> Callable[[Any], Any]:
    """Return a decorator that puts a function into a table, under its name in words."""

    def add(function: Any) -> Any:
        table[function.__name__.replace("_", " ")] = function
        return function

    return add
