"""An attempt from when it is taken out of the line until the student can read what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..course.attempts import Attempt
from ..course.inbound import HandedIn, read_secret
from ..course.record import Record
from ..course.times import time_text, utc_now, utc_time
from ..course.told import State, Told
from .scan import Place


class AttemptPages(NamedTuple):
    """What came of the pages: an entry of `Told.notebooks` for each notebook, or why there is none.

    `lost` says of notebooks why their page could not be made.
    """

    notebooks: list[dict[str, Any]]
    error: str | None = None
    lost: Mapping[str, str] = {}


@dataclass
class UnderWay:
    """An attempt on its way.

    Attributes
    ----------
    place
        Its assignment and student.
    folder, changed, content, handed_in, secret
        As in `Attempt` and `Told`.
    graded
        When it was graded, if it was before.
    record
        Its record, once it is stored.
    tries
        How often its pages were asked for.
    """

    place: Place
    folder: str
    changed: int
    content: str
    handed_in: str
    secret: str | None
    graded: str | None = None
    record: Record | None = None
    tries: int = 0

    @classmethod
    def of(cls, place: Place, attempt: Attempt) -> "UnderWay":
        """An attempt that was graded before."""
        told = attempt.told
        key = (attempt.folder, attempt.changed, attempt.content)
        return cls(place, *key, told.handed_in, attempt.secret, told.graded)

    @classmethod
    def of_folder(cls, place: Place, one: HandedIn) -> "UnderWay":
        """A folder of which no more is known than that it is there."""
        handed_in = time_text(utc_time(one.changed))
        return cls(place, one.path.name, one.changed, "", handed_in, read_secret(one))

    @property
    def key(self) -> tuple[str, int]:
        """What tells it from others of the student's, as in `Attempt`."""
        return self.folder, self.changed

    def told(self, state: State, **more: Any) -> Told:
        """What to tell the student now; `more` are fields of `Told`."""
        assignment, student = self.place
        now = time_text(utc_now())
        return Told(state, assignment, self.handed_in, now, student=student, **more)

    def graded_as(self, made: AttemptPages, shown: str) -> Told:
        """What to tell when it is stored, and its pages are made; `shown` is what is seen now."""
        assert self.record is not None
        reasons = list(self.record.reasons)
        if made.error:
            reasons.append("The pages could not be made: ask who grades")
        reasons += [f"No page could be made: {name} {why}" for name, why in made.lost.items()]
        told = self.told(
            "graded",
            reason="; ".join(reasons) or None,
            shown=shown,
            points=sum(one["points"] for one in made.notebooks) if not made.error else None,
            possible=sum(one["possible"] for one in made.notebooks) or None,
            waiting_points=sum(one["waiting_points"] for one in made.notebooks),
            notebooks=made.notebooks,
            counts=True,
        )
        return replace(told, graded=self.graded or told.written)

    def attempt(self, told: Told) -> Attempt:
        """The attempt, of which this was told."""
        digest = self.record.digest if self.record else None
        student = self.place[1]
        return Attempt(*self.key, self.content, told, self.secret, digest, student)
