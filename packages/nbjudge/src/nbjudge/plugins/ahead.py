"""The pages of a submission, made one after the other in one child."""

from collections.abc import Callable
from typing import Any

from ..sandbox.child import Bounds, Lost, in_child

# What a page may take at first; one that takes more is made once more, cell by cell.
BOUNDS = Bounds(cpu_seconds=5, wall_seconds=60, memory_mb=500)

Resources = dict[str, Any]
Page = tuple[str, Resources]


class Ahead:
    """Pages in the order in which nbgrader asks for them.

    Parameters
    ----------
    make
        Makes a page out of a notebook's file and the resources of its conversion; called in the
        child, which sees the notebooks of one submission only: what they leave in its memory
        reaches no other student's pages.
    items
        The files and the resources, the next first.
    """

    def __init__(self, make: Callable[[Page], str | Lost], items: list[Page]):
        self.left = items
        self._pages = in_child(make, list(items), BOUNDS)

    def next_is(self, item: Page) -> bool:
        """Whether an item is the next."""
        return bool(self.left) and self.left[0] == item

    def take(self) -> str | Lost:
        """The next page, or why there is none; the child ends with the last."""
        page = next(self._pages)
        del self.left[0]
        if not self.left:
            self.close()
        return page

    def close(self) -> None:
        """End the child, whatever is left."""
        self.left = []
        self._pages.close()
