"""The attempts that a watch has to do with, and the steps from a folder to a graded attempt.

`PendingAttempts` is the state that the loop (`loop.Watch`) owns: only the loop calls it. All of
this state is read from the exchange, the records of attempts and the gradebook. Memory holds copies
that save time, and the places that `set_aside` keeps from being tried in a circle.
"""

import contextlib
import sys
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import ExchangeCollect
from traitlets.config import Config

from ..course.policy import WatchLimits
from ..course.visible import visible_reasons
from ..errors import UsageError
from ..exchange.attempts import Attempt, AttemptPages, Place
from ..exchange.exchange_folders import CourseExchange
from ..exchange.inbound import InboundFolder, read_secret
from ..exchange.status_files import State
from ..files.isolation import isolate_errors
from ..files.text import one_line
from ..files.times import time_text, utc_now, utc_time
from ..gradebook.database import open_gradebook
from ..gradebook.record import Record, read_record
from ..gradebook.scores import read_student_grades
from .ledger import Ledger
from .queue import AttemptQueue
from .released_pages import points_of
from .scan import DueDates, InboundScan
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
        self.inbound = self.exchange.inbound
        self.feedback = self.exchange.feedback
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
        # Attempts that are being graded, or whose pages are being made.
        self.under_way: dict[Place, Attempt] = {}
        # Places where something failed, with the folders that were there then. A place is tried
        # again when the student submits, or when the watch is started again.
        self.set_aside: dict[Place, set[tuple[str, int]]] = {}
        self.reasons: dict[Place, str] = {}  # of `set_aside`, for `nbjudge watch --status`

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

    def note(self) -> str:
        """Return the text for `nbjudge watch --status`: a line for each place that is set aside."""
        return "".join(f"{reason}\n" for _, reason in sorted(self.reasons.items()))

    def look(self) -> None:
        """Scan the exchange, and update the status of waiting attempts.

        Raises `OSError` if the exchange cannot be read or written.
        """
        self.scan.look()
        have_dates_changed = self.due.read()
        dates = self.due.dates.items()
        self.statuses.due = {name: time_text(date) for name, date in dates if date}
        if have_dates_changed:
            for place in self.ledger.attempts:
                with self.at(place):
                    self.ledger.settle(place)
        for place in sorted(self.scan.changed):
            with self.at(place):
                self._update(place)
            self.scan.changed.discard(place)
        for attempt, status in self.statuses.moved(self.queue, len(self.under_way)):
            with self.at(attempt.place):
                self.statuses.write(_secret_of(attempt), status)
        self.statuses.heartbeat(len(self.queue.waiting))

    def _update(self, place: Place) -> None:
        """Update the queue for a place, and the status of attempts that were replaced."""
        assignment, _ = place
        folders = self.scan.folders.get(place, {})
        if place in self.set_aside:
            if _keys(folders.values()) <= self.set_aside[place]:
                return
            del self.set_aside[place]
            del self.reasons[place]
        attempts = self.ledger.of(place)
        replaced = self.queue.update(place, folders.values(), attempts, self._elsewhere(place))
        under_way = self.under_way.get(place)
        key_under_way = under_way.key if under_way else None
        waiting = self.queue.waiting.get(place)
        if waiting and waiting.key == key_under_way:
            del self.queue.waiting[place]
        newest = max((folder.changed for folder in folders.values()), default=0)
        for folder in replaced[-MOST_REPLACED:]:
            if folder.key != key_under_way:
                attempt = Attempt.of_folder(assignment, folder)
                attempt.secret = read_secret(folder)
                self._close(
                    attempt,
                    "replaced",
                    "Your newer attempt counts",
                    superseded_at=time_text(utc_time(newest)),
                )

    def _elsewhere(self, place: Place) -> list[Attempt]:
        """Return the student's finished attempts at the other assignments."""
        assignment, student = place
        attempts = []
        for other in self.assignments:
            if other != assignment:
                attempts += self.ledger.of((other, student))
        return attempts

    def ready(self) -> list[Place]:
        """Return the places that may be graded now, in order.

        There is one place of each student at most, and none of a student whose attempt at any
        assignment is under way: a few students could otherwise take all places of the pool.
        """
        first: dict[str, Place] = {}
        for attempt in self.queue.in_order(utc_now()):
            _, student = attempt.place
            first.setdefault(student, attempt.place)
        busy = {student for _, student in self.under_way}
        return [place for student, place in first.items() if student not in busy]

    def show_again(self) -> list[Place]:
        """Return the places whose pages may be seen by now and do not exist; set them under way."""
        busy = self.queue.waiting.keys() | self.under_way.keys() | self.set_aside.keys()
        shown = []
        for place in self.ledger.attempts.keys() - busy:
            with self.at(place):
                attempt = self.ledger.to_show(place)
                if attempt is not None:
                    assignment, student = place
                    step = self.coursedir.autograded_directory
                    folder = Path(self.coursedir.format_path(step, student, assignment))
                    attempt.record = read_record(folder) or Record()
                    attempt.tries = 0
                    self.under_way[place] = attempt
                    shown.append(place)
        return shown

    # ---- the steps of an attempt ---------------------------------------------------------------

    def take(self, place: Place) -> Attempt:
        """Dequeue the attempt that waits at a place."""
        self.scan.changed.add(place)  # so that the next scan finds out what is left to do
        attempt = self.queue.waiting.pop(place)
        attempt.secret = _secret_of(attempt)
        return attempt

    def is_known(self, attempt: Attempt) -> bool:
        """Return whether a folder has the same content as when it was graded.

        A changed mode or a copy of the exchange makes nobody late.
        """
        for finished in self.ledger.of(attempt.place):
            if finished.folder == attempt.folder and finished.content == attempt.content:
                finished.changed = attempt.changed
                self.ledger.show(finished)
                self.ledger.keep(attempt.place, finished)
                return True
        return False

    def begin(self, attempt: Attempt) -> None:
        """Tell a student that the attempt is being graded."""
        self.under_way[attempt.place] = attempt
        attempt.status = attempt.status_now("grading")
        self.statuses.write(attempt.secret, attempt.status)

    def give_up(self) -> None:
        """Forget what is being graded, so that the next scan finds it again."""
        for place, attempt in list(self.under_way.items()):
            if attempt.record is None:
                del self.under_way[place]
                self.scan.changed.add(place)

    def store(self, place: Place, record: Record) -> bool:
        """Note the record of an attempt that was graded; refuse one that could not be stored.

        Returns True if its pages can be made.
        """
        attempt = self.under_way[place]
        attempt.record = record
        if record.notebooks:
            return True
        self.refuse(attempt, one_line(f"Grading failed: {'; '.join(record.reasons)}"))
        return False

    def show_points(self, place: Place) -> None:
        """Report the points of an attempt that is stored, while its pages are made."""
        attempt = self.under_way[place]
        assert attempt.record is not None
        assignment, student = place
        with open_gradebook(self.coursedir) as gradebook:
            submission = read_student_grades(gradebook.engine, assignment, student)
        notebooks = points_of(submission.notebooks if submission else {}, attempt.record)
        shown = replace(attempt)
        shown.early_reasons = visible_reasons(attempt.record, has_all_pages=True)
        shown.end_graded(AttemptPages(notebooks), self.ledger.feedback(place))
        # It is graded once its pages are there, too.
        due = self.ledger.due_text(place)
        shown.status = replace(shown.status, state="grading", graded=None, due=due)
        self.ledger.show(shown)

    def refuse(self, attempt: Attempt, why: str) -> None:
        """Record and report that an attempt cannot be graded."""
        assignment, student = attempt.place
        print(f"{one_line(student)} {assignment}: not graded. {one_line(why)}", flush=True)
        self.under_way.pop(attempt.place, None)
        self.scan.changed.add(attempt.place)
        self._close(attempt, "refused", why)

    def _close(
        self, attempt: Attempt, state: State, why: str, superseded_at: str | None = None
    ) -> None:
        """Record and report the end of an attempt without points."""
        attempt.status = attempt.status_now(state, reason=why, superseded_at=superseded_at)
        if attempt.record is not None:
            attempt.seconds = attempt.record.measured.seconds or 0.0
        self.statuses.write(attempt.secret, attempt.status)
        self.ledger.add(attempt.place, attempt)

    def finish(self, place: Place, made: AttemptPages) -> Attempt:
        """Record an attempt that is stored, and report its result to the student."""
        attempt = self.under_way.pop(place)
        # At all assignments: the student's turn may have changed.
        _, student = place
        self.scan.changed.update((assignment, student) for assignment in self.assignments)
        assert attempt.record is not None
        attempt.early_reasons = visible_reasons(
            attempt.record, has_all_pages=not (made.error or made.lost)
        )
        attempt.end_graded(made, self.ledger.feedback(place))
        attempt.status = replace(
            attempt.status,
            notebooks=self.ledger.with_pages(attempt),
            due=self.ledger.due_text(place),
        )
        self.ledger.show(attempt)
        self.ledger.add(place, attempt)
        self.ledger.settle(place)
        attempt.record = None  # it is on disk, and a watch lives for weeks
        return attempt


def _keys(folders: Iterable[InboundFolder]) -> set[tuple[str, int]]:
    return {folder.key for folder in folders}


def _secret_of(attempt: Attempt) -> str | None:
    """Return the secret in the folder of an attempt that waits; see `read_secret`."""
    return read_secret(attempt.inbound) if attempt.inbound else None
