"""Write the status of attempts for students, while they wait and afterwards."""

import datetime
import json
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from ..exchange.exchange_folders import CourseExchange
from ..exchange.inbound import InboundFolder, read_secret
from ..exchange.status_files import HEARTBEAT, AttemptStatus, Heartbeat, read_status, status_path
from ..files.times import time_text, utc_now, utc_time
from .queue import AttemptQueue, WaitingAttempt
from .scan import Place

SIGN_EVERY = 5  # seconds
RATES = 20  # runs of which the rate is taken
LIMITED = (
    "The course limits how many of your attempts are graded per day, and their grading time "
    "per hour. This attempt is waiting for its turn"
)


@dataclass
class StatusWriter:
    """Writes the status files that students read.

    `stopped` is the error that keeps the watch from going on, or None. `due` holds the due dates of
    assignments that have one, as in `Heartbeat`.
    """

    exchange: CourseExchange
    assignments: Sequence[str]
    stopped: str | None = None
    due: dict[str, str] = field(default_factory=dict)
    signed: float = 0.0
    status: dict[Place, tuple[InboundFolder, int]] = field(default_factory=dict)
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

    def write_queue(
        self, queue: AttemptQueue, before: int, at: Callable[[Place], AbstractContextManager[None]]
    ) -> None:
        """Write each waiting attempt's position in the queue, if it has changed by much.

        `before` is the number of attempts that are being graded. `at` returns a context manager
        that handles the errors of one place.
        """
        now = utc_now()
        places = {one.place: (one, before + n) for n, one in enumerate(queue.in_order(now), 1)}
        places |= {one.place: (one, 0) for one in queue.held_back(now)}
        for place, (one, number) in places.items():
            who, said = self.status.get(place, (None, 0))
            moved = abs(said - number) > said // 10 or bool(said) != bool(number)
            if who != one.one or moved:
                self.status[place] = (one.one, number)
                with at(place):
                    self.write(read_secret(one.one), self._waiting(one, number, now))
        for place in self.status.keys() - places.keys():
            del self.status[place]

    def _waiting(self, one: WaitingAttempt, number: int, now: datetime.datetime) -> AttemptStatus:
        submitted_at = time_text(utc_time(one.one.changed))
        assignment, student = one.place
        status = AttemptStatus("waiting", assignment, submitted_at, time_text(now), student=student)
        if number or one.turn is None:
            rate = self.per_minute()
            seconds = round(60 * number / rate, 1) if rate else None
            return replace(status, queue_position=number, seconds=seconds)
        return replace(status, not_before=time_text(one.turn), reason=LIMITED)

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
