"""The queue: each student's newest attempt, those of students who took little grading first.

Nothing here is kept anywhere: what waits follows from the folders in the exchange and the records
of the attempts that are done with.
"""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..course.policy import HOUR, WatchLimits, graded_at
from ..exchange.attempts import Attempt, Place
from ..exchange.inbound import InboundFolder


@dataclass
class AttemptQueue:
    """The waiting attempts, by assignment and student."""

    policy: WatchLimits
    waiting: dict[Place, Attempt] = field(default_factory=dict)

    def update(
        self,
        place: Place,
        folders: Iterable[InboundFolder],
        attempts: Sequence[Attempt],
        elsewhere: Iterable[Attempt] = (),
    ) -> list[InboundFolder]:
        """Update the attempt that waits at a place.

        `folders` and `attempts`, the finished ones with the oldest first, are the student's at this
        place; `elsewhere` has the finished attempts at other assignments. Returns the folders that
        a newer one has replaced before they were graded, the oldest first.
        """
        self.waiting.pop(place, None)
        done = {attempt.key for attempt in attempts}
        in_order = sorted(folders, key=lambda folder: (folder.changed, folder.path.name))
        left = [folder for folder in in_order if folder.key not in done]
        if not left:
            return []
        newest = in_order[-1]
        if left[-1] is not newest:  # what is newer is done with
            return left
        last = max((attempt.changed for attempt in attempts), default=0)
        assignment, _ = place
        waiting = Attempt.of_folder(assignment, newest)
        waiting.since = min(
            folder.changed for folder in left if folder.changed > last or folder is newest
        )
        waiting.taken = tuple(
            (graded_at(attempt), attempt.seconds)
            for attempt in (*attempts, *elsewhere)
            if attempt.seconds
        )
        waiting.turn = self.policy.turn(attempts, waiting.taken)
        self.waiting[place] = waiting
        return left[:-1]

    def in_order(self, now: datetime.datetime) -> list[Attempt]:
        """Return the attempts that may be graded at `now` (naive UTC), the next first.

        Of two students the one who took fewer minutes of grading is first, then who waits longer.
        """
        ready = [
            attempt
            for attempt in self.waiting.values()
            if attempt.turn is None or attempt.turn <= now
        ]
        return sorted(
            ready,
            key=lambda attempt: (_minutes_taken(attempt, now), attempt.since, attempt.place),
        )

    def held_back(self, now: datetime.datetime) -> list[Attempt]:
        """Return the attempts whose turn comes later."""
        return [
            attempt
            for attempt in self.waiting.values()
            if attempt.turn is not None and attempt.turn > now
        ]


def _minutes_taken(attempt: Attempt, now: datetime.datetime) -> int:
    """Return the whole minutes of grading that the student took in the hour before `now`."""
    return int(sum(seconds for time, seconds in attempt.taken if time > now - HOUR) // 60)
