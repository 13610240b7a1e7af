"""Grade pending attempts, and release the course when `nbjudge grade` asks for it.

Entry points: `Batches`, and `take_next`, which copies an attempt into the course.
"""

import contextlib
import gc
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from nbisolate import ForkServer

from ..errors import NbjudgeError
from ..exchange.collection_log import store_collected
from ..exchange.inbound import InboundFolder, secret_of
from ..files.digests import content_digest
from ..files.folders import is_asked_for, locked_course
from ..files.isolation import isolate_errors
from ..files.leaks import LeakedFiles
from ..files.submission import SubmittedFiles, read_submission
from ..files.text import one_line
from ..files.times import time_text
from ..gradebook.record import Record
from ..grading.dispatch import ClassRun, wait_for_any
from ..grading.pools import Pool
from ..grading.run import open_class
from ..plugins.execute import JudgeExecute
from ..runner import new_forkserver
from .in_progress import AttemptInProgress
from .pending import PendingAttempts
from .scan import Place

# Seconds for which a batch takes in attempts. The next one reads the course anew: source/, points
# by hand, due dates.
TAKES_IN = 10
RELEASED_AFTER = 10  # seconds that attempts have to end when another command asks for the course


@dataclass
class Batch:
    """A run that grades attempts at one assignment, and takes in new ones until a time.

    A batch goes on until its last attempt is graded. Others are begun meanwhile, so a slow attempt
    holds up nobody.
    """

    assignment: str
    run: ClassRun
    pool: Pool
    until: float  # monotonic time in seconds
    opened: contextlib.ExitStack

    @property
    def takes_in(self) -> bool:
        return time.monotonic() < self.until


@dataclass
class Batches:
    """Grades pending attempts in batches.

    `workers` and `scheduler` are those of `nbjudge.grading.run.grade`. `look` is called again and
    again to scan the exchange for new attempts, and `on_stored` with `(assignment, student)` once
    an attempt's grade is stored.
    """

    config: Config
    pending: PendingAttempts
    workers: int
    scheduler: str | None
    forkserver: ForkServer
    look: Callable[[], None]
    on_stored: Callable[[Place], None]

    def __post_init__(self) -> None:
        self.batches: list[Batch] = []
        self.graded = 0

    def warm_up(self) -> None:
        """Let the fork server import the modules that the configuration names now."""
        if self._forks:
            self.forkserver.ready_for(JudgeExecute(config=self.config).preload)

    def grade(self) -> None:
        """Hold the course, and grade pending attempts and those that arrive meanwhile.

        The course is released if nothing is left, or if another command asks for it: attempts that
        have not ended some seconds later are left for the next call. Raises `NbjudgeError` if
        something outside the attempts keeps it from going on.
        """
        with locked_course(self.pending.root, at_once=True) as scratch:
            try:
                self._grade(scratch)
            finally:
                for batch in self.batches:
                    batch.opened.close()
                self.batches = []
                self.pending.give_up()
        # The pool calls gc.freeze() before it forks. This process lives for weeks, and frozen
        # objects are never collected.
        gc.unfreeze()

    def _grade(self, scratch: Path) -> None:
        began, self.graded, end = time.monotonic(), 0, None
        failed = dict[str, NbjudgeError]()  # by assignment: no batch can be opened
        while end is None or time.monotonic() < end:
            self.look()
            if end is None and is_asked_for(self.pending.root):
                end = time.monotonic() + RELEASED_AFTER
                for batch in self.batches:
                    batch.until = 0.0
            waiting = {} if end is not None else self._waiting(failed)
            if waiting and self._has_room():
                assignment = next(iter(waiting))
                try:
                    self.batches.append(self._open(assignment, scratch))
                except NbjudgeError as error:  # the other assignments are graded first
                    failed[assignment] = error
                    continue
            for batch in list(self.batches):
                others = [
                    task
                    for other in self.batches
                    if other is not batch
                    for task in other.run.running.values()
                ]
                if not batch.run.submit_more(partial(self._next, batch), batch.pool, others):
                    batch.opened.close()
                    self.batches.remove(batch)
            if self.graded and (not self.batches or time.monotonic() - began > TAKES_IN):
                self.pending.statuses.rates.append((self.graded, time.monotonic() - began))
                began, self.graded = time.monotonic(), 0
            if not self.batches:
                if not waiting:
                    break
                continue
            wait_for_any([future for batch in self.batches for future in batch.run.running])
            for batch in self.batches:
                batch.run.store_done(batch.pool)
        if failed:
            raise next(iter(failed.values()))

    def _waiting(self, failed: Collection[str]) -> dict[str, None]:
        """Return the assignments whose attempts wait for a batch, the first in the queue first."""
        taken = {batch.assignment for batch in self.batches if batch.takes_in}.union(failed)
        return {place[0]: None for place in self.pending.ready() if place[0] not in taken}

    def _has_room(self) -> bool:
        """Return True if all batches together have fewer attempts in flight than one may have."""
        running = sum(len(batch.run.running) for batch in self.batches)
        return all(running < batch.pool.capacity() for batch in self.batches)

    def _open(self, assignment: str, scratch: Path) -> Batch:
        """Read the course, and start workers."""
        coursedir = CourseDirectory(config=self.config)
        coursedir.assignment_id = assignment
        with contextlib.ExitStack() as stack:
            run, pool, _ = stack.enter_context(
                open_class(
                    coursedir,
                    self.config,
                    workers=self.workers,
                    scheduler=self.scheduler,
                    force=False,
                    forkserver=stack.enter_context(contextlib.closing(self._forkserver())),
                    lock=contextlib.nullcontext(scratch),
                )
            )
            run.on_done = lambda student, record: self._done((assignment, student), record)
            until = time.monotonic() + TAKES_IN
            return Batch(assignment, run, pool, until, stack.pop_all())

    @property
    def _forks(self) -> bool:
        """Return whether workers of a pool fork notebooks on this machine."""
        return bool(self.workers) and not self.scheduler

    def _forkserver(self) -> ForkServer:
        """Return the fork server with a connection of its own, which the pool may close."""
        if not self._forks:
            return new_forkserver(self.forkserver.preload)
        return new_forkserver(self.forkserver.preload, self.forkserver.start().dup())

    def _next(self, batch: Batch) -> tuple[str, Path] | None:
        """Dequeue the next attempt of a batch's assignment, and copy it."""
        while batch.takes_in:
            self.look()
            place = next((p for p in self.pending.ready() if p[0] == batch.assignment), None)
            if place is None:
                return None
            folder = take_next(self.pending, place, batch.run.kept)
            if folder is not None:
                return place[1], folder
        return None

    def _done(self, place: Place, record: Record) -> None:
        """Have the pages of a stored attempt made, or refuse one that could not be stored."""
        self.graded += 1
        with self.pending.at(place):
            under = self.pending.under_way[place]
            under.record = record
            if record.notebooks:
                self.on_stored(place)
            else:
                self.pending.refuse(under, one_line(f"Grading failed: {'; '.join(record.reasons)}"))


def take_next(pending: PendingAttempts, place: Place, kept: LeakedFiles) -> Path | None:
    """Copy the next attempt at a place into the course; return the copy, or None if there is none.

    `place` is one of `pending.ready()`. Raises `RunStoppedError` if the course cannot be written.
    """
    with pending.at(place):
        one = pending.take(place)
        under = AttemptInProgress.of_folder(place, one)
        with isolate_errors(
            lambda why: pending.refuse(under, f"It could not be collected: {why}"), pending.root
        ):
            submission = read_submission(
                *(pending.coursedir, one.student, one.path, None),
                one_owner=pending.check_owner,
                look_for_writers=True,
            )
            under.content = content_digest(submission.files)
            why = _why_not(pending, one, submission, kept)
            if why:
                pending.refuse(under, why)
            elif not pending.is_known(place, one, under.content):
                under.secret = secret_of(submission.files)
                under.submitted_at = time_text(submission.submitted_at())
                target = store_collected(pending.coursedir, place[0], submission)
                kept.add(one.student, target)
                pending.begin(under)
                return target
    return None


def _why_not(
    pending: PendingAttempts, one: InboundFolder, submission: SubmittedFiles, kept: LeakedFiles
) -> str | None:
    """Return why a folder is not graded, or None if it is."""
    if submission.owner is None:
        return f"The submission {submission.reasons[0]}"
    if submission.owner != one.owner:
        return "The submission changed owner while it was being read. Submit again"
    secret = secret_of(submission.files)
    if secret is not None:
        # The feedback would go where another student finds it.
        owners = kept.secrets.get(secret.strip().encode(), {})
        if owners.keys() - {one.student} or pending.statuses.is_of_another(secret, one.student):
            return "Its submission_secret.txt is another student's. Submit your own folder"
    return None
