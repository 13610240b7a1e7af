"""Ending a run that another thread waits for."""

import contextlib
import threading
from collections.abc import Callable, Iterator


class Cancelled(Exception):
    """The run was ended, as somebody asked for it."""


class Cancel:
    """Ends a run from another thread, before it begins or while it is under way.

    Attributes
    ----------
    asked
        Whether the run is to end.
    """

    def __init__(self) -> None:
        self.asked = False
        self._end: Callable[[], None] | None = None
        self._lock = threading.Lock()

    def cancel(self) -> None:
        """End the run, now or as soon as it begins."""
        with self._lock:
            self.asked = True
            if self._end is not None:
                self._end()

    @contextlib.contextmanager
    def by(self, end: Callable[[], None]) -> Iterator[None]:
        """In the block, `end` is what ends the run; it is called at most once."""
        with self._lock:
            self._end = end
            if self.asked:
                end()
        try:
            yield
        finally:
            with self._lock:
                self._end = None
