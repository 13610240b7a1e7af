"""The queue: each student's newest attempt, those of students who took little grading first.

Nothing here is kept anywhere: what waits follows from the folders in the exchange and the records
of the attempts that are done with.
"""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..exchange.attempts import Attempt
from ..exchange.inbound import InboundFolder
from .policy import HOUR, Taken, WatchLimits, graded_at
from .scan import Place


@dataclass(frozen=True)
class WaitingAttempt:
    """An attempt that waits to be graded.

    `one` is its folder. `since` is the time since which the student waits (ns since 1970 UTC): a
    newer attempt keeps the position of the older one that it replaces. `turn` is the time from
    which it may be graded (naive UTC), or None for at once. `taken` lists the grading of the
    student's earlier attempts.
    """

    place: Place
    one: InboundFolder
    since: int
    turn: datetime.datetime | None
    taken: tuple[Taken, ...] = ()

    def minutes_taken(self, now: datetime.datetime) -> int:
        """Return the whole minutes of grading that the student took in the hour before `now`."""
        return int(sum(seconds for time, seconds in self.taken if time > now - HOUR) // 60)


@dataclass
class AttemptQueue:
    """The waiting attempts, by assignment and student."""

    policy: WatchLimits
    waiting: dict[Place, WaitingAttempt] = field(default_factory=dict)

    def update(
        self,
        place: Place,
        folders: Iterable[InboundFolder],
        attempts: Sequence[Attempt],
        others: Iterable[Attempt] = (),
    ) -> list[InboundFolder]:
        """Update the attempt that waits at a place.

        `folders` and `attempts`, the finished ones with the oldest first, are the student's at this
        place; `others` are finished attempts at other assignments. Returns the folders that a newer
        one has replaced before they were graded, the oldest first.
        """
        self.waiting.pop(place, None)
        done = {attempt.key for attempt in attempts}
        in_order = sorted(folders, key=lambda one: (one.changed, one.path.name))
        left = [one for one in in_order if (one.path.name, one.changed) not in done]
        if not left:
            return []
        newest = in_order[-1]
        if left[-1] is not newest:  # what is newer is done with
            return left
        last = max((attempt.changed for attempt in attempts), default=0)
        since = min(one.changed for one in left if one.changed > last or one is newest)
        done_with = (*attempts, *others)
        taken = tuple((graded_at(one), one.seconds) for one in done_with if one.seconds)
        turn = self.policy.turn(attempts, taken)
        self.waiting[place] = WaitingAttempt(place, newest, since, turn, taken)
        return left[:-1]

    def in_order(self, now: datetime.datetime) -> list[WaitingAttempt]:
        """Return the attempts that may be graded at `now` (naive UTC), the next first.

        Of two students the one who took fewer minutes of grading is first, then who waits longer.
        """
        ready = [one for one in self.waiting.values() if one.turn is None or one.turn <= now]
        return sorted(ready, key=lambda one: (one.minutes_taken(now), one.since, one.place))

    def held_back(self, now: datetime.datetime) -> list[WaitingAttempt]:
        """Return the attempts whose turn comes later."""
        return [one for one in self.waiting.values() if one.turn is not None and one.turn > now]
