"""What a watch knows of the attempts at some assignments, and how each goes its way.

All of it is read from the exchange, from the records of attempts and from the gradebook; what is
kept in memory only saves time.
"""

import os
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import Exchange, ExchangeCollect
from traitlets.config import Config

from ..course.attempts import Attempt, content_digest
from ..course.inbound import HandedIn, read_secret
from ..course.record import Record
from ..course.told import State, Told, time_text, utc_now
from ..errors import WrongUsage
from .best import BestAttempts
from .due import DueDates
from .ledger import Ledger
from .line import WaitingLine
from .pages import AttemptPages
from .policy import Attempts, as_shown
from .scan import InboundScan, Place
from .telling import Teller, from_ns

MOST_REPLACED = 50  # older folders of a student that are told that a newer one came


@dataclass
class UnderWay:
    """An attempt that was taken out of the line, until the student can read what came of it.

    `content`, `secret` and `handed_in` are as in `Attempt`; `graded` is when it was, if it was
    before; `record` is there once it is stored.
    """

    folder: str
    changed: int
    content: str
    handed_in: str
    secret: str | None
    graded: str | None = None
    record: Record | None = None
    tries: int = 0

    @classmethod
    def of(cls, attempt: Attempt) -> "UnderWay":
        """An attempt that was graded before."""
        told = attempt.told
        key = (attempt.folder, attempt.changed, attempt.content)
        return cls(*key, told.handed_in, attempt.secret, told.graded)


class AttemptsDesk:
    """The attempts at some assignments of a course.

    Parameters
    ----------
    config
        The traitlets configuration of the course.
    assignments
        The names of the assignments.

    Raises
    ------
    WrongUsage
        If nothing can be handed in there.
    """

    def __init__(self, config: Config, assignments: Sequence[str]) -> None:
        self.config, self.assignments = config, list(assignments)
        self.coursedir = CourseDirectory(config=config)
        self.root = Path(self.coursedir.root)
        self.policy = Attempts(config=config)
        exchange = ExchangeCollect(coursedir=self.coursedir, config=config)
        self.check_owner = bool(exchange.check_owner)
        course = Path(Exchange(coursedir=self.coursedir, config=config).root)
        course /= self.coursedir.course_id
        self.inbound, self.feedback = course / "inbound", course / "feedback"
        if not self.coursedir.course_id or not self.inbound.is_dir():
            raise WrongUsage(
                f"There is no {self.inbound} that students hand in to: set "
                "CourseDirectory.course_id and Exchange.root, and run nbgrader "
                f"release_assignment {self.assignments[0]}"
            )
        self._close_exchange()
        self.scan = InboundScan(self.inbound, self.assignments, self.check_owner)
        self.line = WaitingLine(self.policy)
        self.teller = Teller(self.feedback, self.assignments)
        self.due = DueDates(CourseDirectory(config=config), self.assignments)
        self.ledger = Ledger(self.coursedir, self.policy, self.due, self.teller)
        self.best = BestAttempts(self.ledger)

    def _close_exchange(self) -> None:
        """Make the folder of feedback as nbgrader does, and keep students off others' folders."""
        if not self.feedback.is_dir():
            self.feedback.mkdir()
            self.feedback.chmod(0o2771 if self.coursedir.groupshared else 0o711)
        if self.feedback.stat().st_uid != os.getuid() and not self.coursedir.groupshared:
            raise WrongUsage(f"{self.feedback} belongs to another user, who could read all of it")
        inbound = self.inbound.stat()
        if inbound.st_uid == os.getuid() and not inbound.st_mode & stat.S_ISVTX:
            # Who knows the name of another one's folder can neither remove nor rename it.
            self.inbound.chmod(stat.S_IMODE(inbound.st_mode) | stat.S_ISVTX)

    def look(self, under_way: Mapping[Place, UnderWay]) -> None:
        """See what is new in the exchange, and tell those who wait.

        Raises
        ------
        OSError
            If the exchange cannot be read or written.
        """
        self.scan.look()
        self.due.read()
        for place in sorted(self.scan.changed):
            self._update(place, under_way)
            self.scan.changed.discard(place)
        self.teller.tell_line(self.line, len(under_way))
        self.teller.sign(len(self.line.waiting))

    def _update(self, place: Place, under_way: Mapping[Place, UnderWay]) -> None:
        """See who waits at a place, and tell those whose attempt was replaced."""
        attempts = self.ledger.of(place)
        self.best.check(place)
        folders = self.scan.folders.get(place, {})
        replaced = self.line.update(place, folders.values(), attempts)
        now_at_work = under_way.get(place)
        key = (now_at_work.folder, now_at_work.changed) if now_at_work else None
        waiting = self.line.waiting.get(place)
        if waiting and (waiting.one.path.name, waiting.one.changed) == key:
            del self.line.waiting[place]
        newest = max((one.changed for one in folders.values()), default=0)
        for one in replaced[-MOST_REPLACED:]:
            if (one.path.name, one.changed) != key:
                self._finish_without_points(
                    place,
                    one,
                    "replaced",
                    "You handed in again before it was graded",
                    newer=time_text(from_ns(newest)),
                )

    def in_order(self) -> list[Place]:
        """What may be graded now, the next first; what is to be put back comes last."""
        waiting = [one.place for one in self.line.in_order(utc_now())]
        return waiting + sorted(self.best.to_restore - self.line.waiting.keys())

    def to_show(self, under_way: Mapping[Place, UnderWay]) -> list[tuple[Place, Attempt]]:
        """The attempts whose pages are to be made, as they may be seen and are not there."""
        busy = self.line.waiting.keys() | self.best.to_restore | under_way.keys()
        return self.ledger.to_show(busy)

    # ---- an attempt's course -------------------------------------------------------------------

    def take(self, place: Place) -> HandedIn:
        """Take the attempt that waits at a place out of the line."""
        self.scan.changed.add(place)  # so that whatever happens, it is seen what there is to do
        return self.line.waiting.pop(place).one

    def is_known(self, place: Place, one: HandedIn, files: Mapping[str, bytes]) -> bool:
        """Whether a folder holds what it held when it was graded.

        Somebody has changed its mode, or copied the exchange: that makes nobody late.
        """
        content = content_digest(files)
        for attempt in self.ledger.of(place):
            if attempt.folder == one.path.name and attempt.content == content:
                attempt.changed = one.changed
                self.teller.tell(attempt.secret, as_shown(attempt.told, attempt.told.shown))
                self.ledger.keep(place, attempt)
                return True
        return False

    def refuse(self, place: Place, one: HandedIn | UnderWay, why: str) -> None:
        """Be done with an attempt that cannot be graded, and say why."""
        self.scan.changed.add(place)
        self._finish_without_points(place, one, "refused", why)

    def _finish_without_points(
        self,
        place: Place,
        one: HandedIn | UnderWay,
        state: State,
        why: str,
        newer: str | None = None,
    ) -> None:
        if isinstance(one, HandedIn):
            folder, handed_in = one.path.name, time_text(from_ns(one.changed))
            content, secret = "", read_secret(one)
        else:
            folder, handed_in = one.folder, one.handed_in
            content, secret = one.content, one.secret
        now = time_text(utc_now())
        assignment, student = place
        told = Told(state, assignment, handed_in, now, reason=why, newer=newer, counts=False)
        told = replace(told, student=student)
        self.teller.tell(secret, told)
        self.ledger.add(place, Attempt(folder, one.changed, content, told, secret, None, student))

    def begin(self, place: Place, under: UnderWay) -> None:
        """Tell a student that the attempt is being graded."""
        assignment, student = place
        now = time_text(utc_now())
        told = Told("grading", assignment, under.handed_in, now, student=student)
        self.teller.tell(under.secret, told)

    def finish(self, place: Place, under: UnderWay, made: AttemptPages) -> Attempt:
        """Be done with an attempt that is stored, and tell the student what came of it."""
        self.scan.changed.add(place)
        assert under.record is not None
        now = time_text(utc_now())
        reasons = list(under.record.reasons)
        if made.error:
            reasons.append("The pages could not be made: ask who grades")
        reasons += [f"No page could be made: {name} {why}" for name, why in made.lost.items()]
        told = Told(
            "graded",
            place[0],
            under.handed_in,
            now,
            student=place[1],
            reason="; ".join(reasons) or None,
            shown=self.ledger.shown(place),
            graded=under.graded or now,
            points=sum(one["points"] for one in made.notebooks) if not made.error else None,
            possible=sum(one["possible"] for one in made.notebooks) or None,
            waiting_points=sum(one["waiting_points"] for one in made.notebooks),
            notebooks=made.notebooks,
            counts=True,
        )
        attempt = Attempt(
            under.folder,
            under.changed,
            under.content,
            told,
            under.secret,
            under.record.digest,
            place[1],
        )
        told = replace(told, notebooks=self.ledger.with_pages(attempt))
        attempt.told = told
        self.teller.tell(attempt.secret, as_shown(told, told.shown))
        self.ledger.add(place, attempt)
        self.best.keep(place, attempt)
        self.ledger.settle(place)
        return attempt
