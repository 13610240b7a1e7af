"""Write the status of attempts for students, while they wait and afterwards."""

import json
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from ..exchange.attempts import Attempt, Place
from ..exchange.exchange_folders import CourseExchange
from ..exchange.status_files import HEARTBEAT, AttemptStatus, Heartbeat, read_status, status_path
from ..files.times import time_text, utc_now
from .queue import AttemptQueue

SIGN_EVERY = 5  # seconds
RATES = 20  # runs of which the rate is taken
LIMITED = (
    "The course limits how many of your attempts are graded per day, and their grading time "
    "per hour. This attempt is waiting for its turn"
)


@dataclass
class StatusWriter:
    """Writes the status files that students read."""

    exchange: CourseExchange
    assignments: Sequence[str]
    stopped: str | None = None  # the error that keeps the watch from going on
    # The due dates of assignments that have one, as in `Heartbeat`.
    due: dict[str, str] = field(default_factory=dict)
    signed: float = 0.0  # monotonic time in seconds of the last heartbeat
    # The attempt and the position in the queue of which each place's status was written last.
    positions: dict[Place, tuple[tuple[str, int], int]] = field(default_factory=dict)
    # How many attempts each of the last runs has graded, and in how many seconds.
    rates: deque[tuple[int, float]] = field(default_factory=lambda: deque(maxlen=RATES))

    def write(self, secret: str | None, status: AttemptStatus) -> None:
        """Write the status for the holder of a secret, unless it is another student's secret.

        Raises `RunStoppedError`, and writes nothing, if others can replace the course's folders in
        the exchange; `OSError` if the file cannot be written.
        """
        if secret is not None and not self.is_of_another(secret, status.student):
            self._write_status(status_path(self.exchange.feedback, secret), status)

    def _write_status(self, path: Path, shown: AttemptStatus | Heartbeat) -> None:
        self.exchange.refuse_unsafe()
        self.exchange.write(path, json.dumps(asdict(shown), sort_keys=True).encode())

    def is_of_another(self, secret: str, student: str) -> bool:
        """Return whether the status under this secret is another student's."""
        there = read_status(status_path(self.exchange.feedback, secret))
        return there is not None and there.student != student

    def moved(self, queue: AttemptQueue, before: int) -> list[tuple[Attempt, AttemptStatus]]:
        """Return the waiting attempts whose position has changed by much, with the new status.

        `before` is the number of attempts that are being graded. The caller writes the status.
        """
        now = utc_now()
        places: dict[Place, tuple[Attempt, int]] = {}
        for position, attempt in enumerate(queue.in_order(now), before + 1):
            places[attempt.place] = (attempt, position)
        for attempt in queue.held_back(now):
            places[attempt.place] = (attempt, 0)
        changes = []
        for place, (attempt, position) in places.items():
            key, written = self.positions.get(place, (None, 0))
            has_moved = abs(written - position) > written // 10 or bool(written) != bool(position)
            if key != attempt.key or has_moved:
                self.positions[place] = (attempt.key, position)
                changes.append((attempt, self._waiting(attempt, position)))
        for place in self.positions.keys() - places.keys():
            del self.positions[place]
        return changes

    def _waiting(self, attempt: Attempt, position: int) -> AttemptStatus:
        status = attempt.status_now("waiting")
        if position or attempt.turn is None:
            rate = self.per_minute()
            seconds = round(60 * position / rate, 1) if rate else None
            return replace(status, queue_position=position, seconds=seconds)
        return replace(status, not_before=time_text(attempt.turn), reason=LIMITED)

    def set_stopped(self, sentence: str | None) -> None:
        """Set the error that keeps the watch from going on. The next heartbeat is due at once."""
        self.stopped = sentence
        self.signed = 0.0

    def heartbeat(self, waiting: int) -> None:
        """Write every few seconds that a watch runs, and how many attempts wait.

        Errors are those of `write`.
        """
        if time.monotonic() - self.signed < SIGN_EVERY:
            return
        self.signed = time.monotonic()
        rate = self.per_minute()
        rounded = round(rate, 1) if rate else None
        now = time_text(utc_now())
        heartbeat = Heartbeat(now, list(self.assignments), waiting, rounded, self.stopped, self.due)
        self._write_status(self.exchange.feedback / HEARTBEAT, heartbeat)

    def end_heartbeat(self) -> None:
        """Write that no watch runs any more; errors are those of `write`."""
        heartbeat = Heartbeat(time_text(utc_now()), stopped="nbjudge watch was stopped")
        self._write_status(self.exchange.feedback / HEARTBEAT, heartbeat)

    def per_minute(self) -> float | None:
        """Return how many attempts are graded in a minute, while some wait."""
        seconds = sum(seconds for _, seconds in self.rates)
        return 60 * sum(graded for graded, _ in self.rates) / seconds if seconds else None
