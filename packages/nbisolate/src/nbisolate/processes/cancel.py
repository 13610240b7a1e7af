"""Cancellation of a run that another thread waits for."""

import contextlib
import threading
from collections.abc import Callable, Iterator


class Cancel:
    """A switch that ends a run from another thread, before or while it is under way.

    `asked` is True once `cancel` was called.
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
        """Register, for the time of the block, the callback that ends the run.

        It is called when `cancel` is, and at once if `cancel` was called before.
        """
        with self._lock:
            self._end = end
            if self.asked:
                end()
        try:
            yield
        finally:
            with self._lock:
                self._end = None
