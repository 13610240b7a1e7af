"""The queue: each student's newest attempt, in order of arrival.

Nothing here is kept anywhere: what waits follows from the folders in the exchange and the records
of the attempts that are done with.
"""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..course.attempts import Attempt
from ..course.inbound import HandedIn
from .policy import Attempts
from .scan import Place


@dataclass(frozen=True)
class WaitingAttempt:
    """An attempt that waits to be graded.

    Attributes
    ----------
    place
        Its assignment and student.
    one
        Its folder.
    since
        The time since which the student waits (ns since 1970 UTC): a newer attempt keeps the
        position of the older one that it replaces.
    turn
        The time from which it may be graded (naive UTC); None for at once.
    """

    place: Place
    one: HandedIn
    since: int
    turn: datetime.datetime | None


@dataclass
class AttemptQueue:
    """The waiting attempts, by assignment and student."""

    policy: Attempts
    waiting: dict[Place, WaitingAttempt] = field(default_factory=dict)

    def update(
        self, place: Place, folders: Iterable[HandedIn], attempts: Sequence[Attempt]
    ) -> list[HandedIn]:
        """Update the attempt that waits at a place.

        Parameters
        ----------
        place
            An assignment and a student.
        folders
            The folders that the student handed in.
        attempts
            The student's attempts that are done with, the oldest first.

        Returns
        -------
        The folders that a newer one has replaced before they were graded, the oldest first.
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
        self.waiting[place] = WaitingAttempt(place, newest, since, self.policy.turn(attempts))
        return left[:-1]

    def in_order(self, now: datetime.datetime) -> list[WaitingAttempt]:
        """Return the attempts that may be graded at `now` (naive UTC), the next first."""
        ready = [one for one in self.waiting.values() if one.turn is None or one.turn <= now]
        return sorted(ready, key=lambda one: (one.since, one.place))

    def held_back(self, now: datetime.datetime) -> list[WaitingAttempt]:
        """Return the attempts whose turn comes later."""
        return [one for one in self.waiting.values() if one.turn is not None and one.turn > now]
