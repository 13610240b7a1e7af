"""What a watch knows of the attempts at some assignments, and how each goes its way.

All of it is read from the exchange, from the records of attempts and from the gradebook; what is
kept in memory only saves time.
"""

import os
import stat
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import Exchange, ExchangeCollect
from traitlets.config import Config

from ..course.attempts import Attempt
from ..course.inbound import HandedIn
from ..course.record import Record, read_record
from ..course.status_files import State
from ..course.times import time_text, utc_now, utc_time
from ..errors import WrongUsage
from .in_progress import AttemptInProgress, AttemptPages
from .ledger import BestAttempts, Ledger
from .policy import Attempts, as_shown
from .queue import AttemptQueue
from .scan import DueDates, InboundScan, Place
from .status_writer import StatusWriter

MOST_REPLACED = 50  # older folders of a student that are told that a newer one came


class PendingAttempts:
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
        self.line = AttemptQueue(self.policy)
        self.teller = StatusWriter(self.feedback, self.assignments)
        self.due = DueDates(CourseDirectory(config=config), self.assignments)
        self.ledger = Ledger(self.coursedir, self.policy, self.due, self.teller)
        self.best = BestAttempts(self.ledger)
        self.under_way: dict[Place, AttemptInProgress] = {}

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

    def look(self) -> None:
        """See what is new in the exchange, and tell those who wait.

        Raises
        ------
        OSError
            If the exchange cannot be read or written.
        """
        self.scan.look()
        self.due.read()
        for place in sorted(self.scan.changed):
            self._update(place)
            self.scan.changed.discard(place)
        self.teller.tell_line(self.line, len(self.under_way))
        self.teller.sign(len(self.line.waiting))

    def _update(self, place: Place) -> None:
        """See who waits at a place, and tell those whose attempt was replaced."""
        attempts = self.ledger.of(place)
        self.best.check(place)
        folders = self.scan.folders.get(place, {})
        replaced = self.line.update(place, folders.values(), attempts)
        now_at_work = self.under_way.get(place)
        key = now_at_work.key if now_at_work else None
        waiting = self.line.waiting.get(place)
        if waiting and (waiting.one.path.name, waiting.one.changed) == key:
            del self.line.waiting[place]
        newest = max((one.changed for one in folders.values()), default=0)
        for one in replaced[-MOST_REPLACED:]:
            if (one.path.name, one.changed) != key:
                self._close(
                    AttemptInProgress.of_folder(place, one),
                    "replaced",
                    "You handed in again before it was graded",
                    newer=time_text(utc_time(newest)),
                )

    def ready(self) -> list[Place]:
        """What may be graded now, the next first; what is to be put back comes last."""
        waiting = [one.place for one in self.line.in_order(utc_now())]
        waiting += sorted(self.best.to_restore - self.line.waiting.keys())
        return [place for place in waiting if place not in self.under_way]

    def show_again(self) -> list[Place]:
        """Set those under way whose pages may be seen by now and are not there."""
        busy = self.line.waiting.keys() | self.best.to_restore | self.under_way.keys()
        shown = self.ledger.to_show(busy)
        for place, attempt in shown:
            under = self.under_way[place] = AttemptInProgress.of(place, attempt)
            folder = self.ledger.folder(self.coursedir.autograded_directory, place)
            under.record = read_record(folder) or Record()
        return [place for place, _ in shown]

    # ---- an attempt's course -------------------------------------------------------------------

    def take(self, place: Place) -> HandedIn:
        """Take the attempt that waits at a place out of the line."""
        self.scan.changed.add(place)  # so that whatever happens, it is seen what there is to do
        return self.line.waiting.pop(place).one

    def is_known(self, place: Place, one: HandedIn, content: str) -> bool:
        """Whether a folder holds what it held when it was graded.

        Somebody has changed its mode, or copied the exchange: that makes nobody late.
        """
        for attempt in self.ledger.of(place):
            if attempt.folder == one.path.name and attempt.content == content:
                attempt.changed = one.changed
                self.teller.tell(attempt.secret, as_shown(attempt.told, attempt.told.shown))
                self.ledger.keep(place, attempt)
                return True
        return False

    def begin(self, under: AttemptInProgress) -> None:
        """Tell a student that the attempt is being graded."""
        self.under_way[under.place] = under
        self.teller.tell(under.secret, under.told("grading"))

    def give_up(self) -> None:
        """Forget what is being graded: it is looked for anew, in the exchange and the records."""
        for place in [place for place, under in self.under_way.items() if under.record is None]:
            del self.under_way[place]
            self.scan.changed.add(place)

    def refuse(self, under: AttemptInProgress, why: str) -> None:
        """Be done with an attempt that cannot be graded, and say why."""
        self.under_way.pop(under.place, None)
        self.scan.changed.add(under.place)
        self._close(under, "refused", why)

    def _close(
        self, under: AttemptInProgress, state: State, why: str, newer: str | None = None
    ) -> None:
        """Be done with an attempt that has no points."""
        told = under.told(state, reason=why, newer=newer, counts=False)
        self.teller.tell(under.secret, told)
        self.ledger.add(under.place, under.attempt(told))

    def finish(self, place: Place, made: AttemptPages) -> Attempt:
        """Be done with an attempt that is stored, and tell the student what came of it."""
        under = self.under_way.pop(place)
        self.scan.changed.add(place)
        attempt = under.attempt(under.graded_as(made, self.ledger.shown(place)))
        attempt.told = replace(attempt.told, notebooks=self.ledger.with_pages(attempt))
        self.teller.tell(attempt.secret, as_shown(attempt.told, attempt.told.shown))
        self.ledger.add(place, attempt)
        self.best.keep(place, attempt)
        self.ledger.settle(place)
        return attempt
