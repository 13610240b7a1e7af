"""The attempts that a watch has to do with, and the steps from a folder to a graded attempt.

All of this state is read from the exchange, the records of attempts and the gradebook. Memory holds
copies that save time, and the places that `set_aside` keeps from being tried in a circle.
"""

import contextlib
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import ExchangeCollect
from traitlets.config import Config

from ..errors import UsageError
from ..exchange.attempts import Attempt
from ..exchange.exchange_folders import CourseExchange
from ..exchange.inbound import InboundFolder
from ..exchange.status_files import State
from ..files.isolation import isolate_errors
from ..files.text import one_line
from ..files.times import time_text, utc_now, utc_time
from ..gradebook.record import Record, read_record
from .in_progress import AttemptInProgress, AttemptPages
from .ledger import Ledger
from .policy import WatchLimits, as_shown
from .queue import AttemptQueue
from .scan import DueDates, InboundScan, Place
from .status_writer import StatusWriter

MOST_REPLACED = 50  # older folders of a student whose status says that a newer one replaced them


class PendingAttempts:
    """The attempts at some assignments of a course.

    Raises `UsageError` if students cannot submit there.
    """

    def __init__(self, config: Config, assignments: Sequence[str]) -> None:
        self.assignments = list(assignments)
        self.coursedir = CourseDirectory(config=config)
        self.root = Path(self.coursedir.root)
        self.policy = WatchLimits(config=config)
        collect = ExchangeCollect(coursedir=self.coursedir, config=config)
        self.check_owner = bool(collect.check_owner)
        self.exchange = CourseExchange(self.coursedir)
        self.inbound, self.feedback = self.exchange.inbound, self.exchange.feedback
        if not self.coursedir.course_id or not self.inbound.is_dir():
            raise UsageError(
                f"There is no folder {self.inbound} for submissions: set "
                "CourseDirectory.course_id and Exchange.root, and run nbgrader "
                f"release_assignment {self.assignments[0]}"
            )
        # `watch` says what is wrong there.
        with contextlib.suppress(PermissionError, NotADirectoryError):
            self.exchange.prepare()
        self.scan = InboundScan(self.inbound, self.assignments, self.check_owner)
        self.queue = AttemptQueue(self.policy)
        self.statuses = StatusWriter(self.exchange, self.assignments)
        self.due = DueDates(CourseDirectory(config=config), self.assignments)
        self.ledger = Ledger(self.coursedir, self.policy, self.due, self.statuses)
        self.under_way: dict[Place, AttemptInProgress] = {}
        # Places where something failed, with the folders that were there then. A place is tried
        # again when the student submits, or when the watch is started again.
        self.set_aside: dict[Place, set[tuple[str, int]]] = {}
        self.reasons: dict[Place, str] = {}  # of `set_aside`, for `nbjudge watch --status`
        self.note: Callable[[str], None] = lambda text: None

    def at(self, place: Place) -> AbstractContextManager[None]:
        """Return a context manager that sets a place aside if the block raises an error.

        An error of the whole machine, such as a full disk, is raised as `RunStoppedError`.
        """
        return isolate_errors(partial(self._set_aside, place), self.root)

    def _set_aside(self, place: Place, why: str) -> None:
        """Report a place that needs attention, and leave it until the student submits again."""
        self.set_aside[place] = _keys(self.scan.folders.get(place, {}).values())
        self.under_way.pop(place, None)
        self.queue.waiting.pop(place, None)
        assignment, student = place
        self.reasons[place] = f"{one_line(student)} {assignment} needs attention: {why}"
        print(f"nbjudge: {self.reasons[place]}", file=sys.stderr, flush=True)
        self._note_reasons()

    def _note_reasons(self) -> None:
        with contextlib.suppress(OSError):
            self.note("".join(f"{reason}\n" for _, reason in sorted(self.reasons.items())))

    def look(self) -> None:
        """Scan the exchange, and update the status of waiting attempts.

        Raises `OSError` if the exchange cannot be read or written.
        """
        self.scan.look()
        changed = self.due.read()
        dates = self.due.dates.items()
        self.statuses.due = {name: time_text(date) for name, date in dates if date}
        for place in self.ledger.attempts if changed else ():
            with self.at(place):
                self.ledger.settle(place)
        for place in sorted(self.scan.changed):
            with self.at(place):
                self._update(place)
            self.scan.changed.discard(place)
        self.statuses.write_queue(self.queue, len(self.under_way), self.at)
        self.statuses.heartbeat(len(self.queue.waiting))

    def _update(self, place: Place) -> None:
        """Update the queue for a place, and the status of attempts that were replaced."""
        folders = self.scan.folders.get(place, {})
        if place in self.set_aside:
            if _keys(folders.values()) <= self.set_aside[place]:
                return
            del self.set_aside[place], self.reasons[place]
            self._note_reasons()
        attempts = self.ledger.of(place)
        replaced = self.queue.update(place, folders.values(), attempts, self._others(place))
        now_at_work = self.under_way.get(place)
        key = now_at_work.key if now_at_work else None
        waiting = self.queue.waiting.get(place)
        if waiting and (waiting.one.path.name, waiting.one.changed) == key:
            del self.queue.waiting[place]
        newest = max((one.changed for one in folders.values()), default=0)
        for one in replaced[-MOST_REPLACED:]:
            if (one.path.name, one.changed) != key:
                self._close(
                    AttemptInProgress.of_folder(place, one),
                    "replaced",
                    "Your newer attempt counts",
                    superseded_at=time_text(utc_time(newest)),
                )

    def _others(self, place: Place) -> list[Attempt]:
        """Return the student's finished attempts at the other assignments."""
        assignment, student = place
        others = [each for each in self.assignments if each != assignment]
        return [attempt for each in others for attempt in self.ledger.of((each, student))]

    def ready(self) -> list[Place]:
        """Return the places that may be graded now, in order.

        There is one place of each student at most, and none of a student whose attempt at any
        assignment is under way: a few students could otherwise take all places of the pool.
        """
        first: dict[str, Place] = {}
        for one in self.queue.in_order(utc_now()):
            first.setdefault(one.place[1], one.place)
        busy = {student for _, student in self.under_way}
        return [place for student, place in first.items() if student not in busy]

    def show_again(self) -> list[Place]:
        """Return the places whose pages may be seen by now and do not exist; set them under way."""
        busy = self.queue.waiting.keys() | self.under_way.keys() | self.set_aside.keys()
        shown = []
        for place in self.ledger.attempts.keys() - busy:
            with self.at(place):
                if (attempt := self.ledger.to_show(place)) is not None:
                    step = self.coursedir.autograded_directory
                    folder = self.coursedir.format_path(step, place[1], place[0])
                    under = AttemptInProgress.of(place, attempt)
                    under.record = read_record(Path(folder)) or Record()
                    self.under_way[place] = under
                    shown.append(place)
        return shown

    # ---- the steps of an attempt ---------------------------------------------------------------

    def take(self, place: Place) -> InboundFolder:
        """Dequeue the attempt that waits at a place."""
        self.scan.changed.add(place)  # so that the next scan finds out what is left to do
        return self.queue.waiting.pop(place).one

    def is_known(self, place: Place, one: InboundFolder, content: str) -> bool:
        """Return whether a folder has the same content as when it was graded.

        A changed mode or a copy of the exchange makes nobody late.
        """
        for attempt in self.ledger.of(place):
            if attempt.folder == one.path.name and attempt.content == content:
                attempt.changed = one.changed
                self.statuses.write(attempt.secret, as_shown(attempt.status))
                self.ledger.keep(place, attempt)
                return True
        return False

    def begin(self, under: AttemptInProgress) -> None:
        """Tell a student that the attempt is being graded."""
        self.under_way[under.place] = under
        self.statuses.write(under.secret, under.status("grading"))

    def give_up(self) -> None:
        """Forget what is being graded, so that the next scan finds it again."""
        for place in [place for place, under in self.under_way.items() if under.record is None]:
            del self.under_way[place]
            self.scan.changed.add(place)

    def refuse(self, under: AttemptInProgress, why: str) -> None:
        """Record and report that an attempt cannot be graded."""
        assignment, student = under.place
        print(f"{one_line(student)} {assignment}: not graded. {one_line(why)}", flush=True)
        self.under_way.pop(under.place, None)
        self.scan.changed.add(under.place)
        self._close(under, "refused", why)

    def _close(
        self, under: AttemptInProgress, state: State, why: str, superseded_at: str | None = None
    ) -> None:
        """Record and report the end of an attempt without points."""
        status = under.status(state, reason=why, superseded_at=superseded_at)
        self.statuses.write(under.secret, status)
        self.ledger.add(under.place, under.attempt(status))

    def finish(self, place: Place, made: AttemptPages) -> Attempt:
        """Record an attempt that is stored, and report its result to the student."""
        under = self.under_way.pop(place)
        # At all assignments: the student's turn may have changed.
        self.scan.changed.update((each, place[1]) for each in self.assignments)
        attempt = under.attempt(under.graded_as(made, self.ledger.feedback(place)))
        notebooks = self.ledger.with_pages(attempt)
        attempt.status = replace(
            attempt.status, notebooks=notebooks, due=self.ledger.due_text(place)
        )
        self.statuses.write(attempt.secret, as_shown(attempt.status))
        self.ledger.add(place, attempt)
        self.ledger.settle(place)
        return attempt


def _keys(folders: Iterable[InboundFolder]) -> set[tuple[str, int]]:
    return {(one.path.name, one.changed) for one in folders}
