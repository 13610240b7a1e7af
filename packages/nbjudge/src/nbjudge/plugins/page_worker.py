"""Feedback pages of one submission, generated in a single child process."""

from collections.abc import Callable
from typing import Any

from ..files.child import Bounds, FailedItem, in_child

# Limits for the first try at a page. `FeedbackExporter` tries a page that exceeds them again, with
# each cell in a child of its own.
BOUNDS = Bounds(cpu_seconds=5, wall_seconds=60, memory_mb=500)

Resources = dict[str, Any]
Page = tuple[str, Resources]


def page_text(made: object) -> str | FailedItem:
    """Return the page that a child has made; a `FailedItem` for anything else that it sent."""
    return (
        made if isinstance(made, str | FailedItem) else FailedItem("could not be converted to HTML")
    )


class Ahead:
    """An iterator over a submission's pages, in the order in which nbgrader asks for them.

    The child process sees the notebooks of one submission only. If one of them corrupts the child's
    memory, no other student's page is affected. Each item is a notebook's file and the resources of
    its conversion; `make` is called with it in the child.
    """

    def __init__(self, make: Callable[[Page], str | FailedItem], items: list[Page]):
        self.left = items
        self._pages = in_child(make, list(items), BOUNDS, as_json=True)

    def take(self) -> str | FailedItem:
        """Return the next page, or the reason why there is none. The last call ends the child."""
        page = page_text(next(self._pages))
        del self.left[0]
        if not self.left:
            self.close()
        return page

    def close(self) -> None:
        """End the child process, and discard the remaining items."""
        self.left = []
        self._pages.close()
