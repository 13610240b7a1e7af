"""An attempt from when it is dequeued until the student can read the result."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..exchange.attempts import Attempt
from ..exchange.inbound import InboundFolder, read_secret
from ..exchange.status_files import AttemptStatus, State
from ..files.times import time_text, utc_now, utc_time
from ..gradebook.record import Record
from .scan import Place


class AttemptPages(NamedTuple):
    """The result of making an attempt's pages: `AttemptStatus.notebooks`, or an error.

    `lost` maps notebooks whose page could not be made to the reason.
    """

    notebooks: list[dict[str, Any]]
    error: str | None = None
    lost: Mapping[str, str] = {}


@dataclass
class AttemptInProgress:
    """An attempt that is being graded, or whose pages are being made.

    Most fields are those of `Attempt` and `AttemptStatus`. `graded` is the time at which it was
    graded before, if it was. `record` is set once it is stored. `tries` counts the requests for its
    pages.
    """

    place: Place
    folder: str
    changed: int
    content: str
    submitted_at: str
    secret: str | None
    graded: str | None = None
    record: Record | None = None
    tries: int = 0

    @classmethod
    def of(cls, place: Place, attempt: Attempt) -> "AttemptInProgress":
        """Return an attempt that was graded before."""
        status = attempt.status
        key = (attempt.folder, attempt.changed, attempt.content)
        return cls(place, *key, status.submitted_at, attempt.secret, status.graded)

    @classmethod
    def of_folder(cls, place: Place, one: InboundFolder) -> "AttemptInProgress":
        """Return the attempt of a folder that was not read yet."""
        submitted_at = time_text(utc_time(one.changed))
        return cls(place, one.path.name, one.changed, "", submitted_at, read_secret(one))

    @property
    def key(self) -> tuple[str, int]:
        """The key among the student's attempts, as in `Attempt`."""
        return self.folder, self.changed

    def status(self, state: State, **more: Any) -> AttemptStatus:
        """Return the status to write now; `more` are fields of `AttemptStatus`."""
        assignment, student = self.place
        now = time_text(utc_now())
        return AttemptStatus(state, assignment, self.submitted_at, now, student=student, **more)

    def graded_as(self, made: AttemptPages, feedback: str) -> AttemptStatus:
        """Return the status of a graded attempt; `feedback` is the part that students see now."""
        assert self.record is not None
        reasons = list(self.record.reasons)
        if made.error:
            reasons.append("The pages could not be generated. Ask your instructor")
        reasons += [f"No page could be generated: {name} {why}" for name, why in made.lost.items()]
        status = self.status(
            "graded",
            reason="; ".join(reasons) or None,
            feedback=feedback,
            points=sum(one["points"] for one in made.notebooks) if not made.error else None,
            possible=sum(one["possible"] for one in made.notebooks) or None,
            pending_points=sum(one["pending_points"] for one in made.notebooks),
            notebooks=made.notebooks,
        )
        return replace(status, graded=self.graded or status.written)

    def attempt(self, status: AttemptStatus) -> Attempt:
        """Return the finished attempt with this status."""
        seconds = self.record.measured.seconds if self.record else None
        return Attempt(*self.key, self.content, status, self.secret, seconds or 0.0)
