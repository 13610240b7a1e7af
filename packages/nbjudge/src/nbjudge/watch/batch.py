"""Grade pending attempts in batches, and release the course in between for `nbjudge grade`.

Entry points: `Batches`, and `take_next`, which copies an attempt into the course.
"""

import contextlib
import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..course.attempts import content_digest
from ..course.file_names import COLLECTED
from ..course.inbound import HandedIn, secret_of
from ..course.leaks import LeakedFiles
from ..course.one_place import one_place
from ..course.record import Record
from ..course.submission import (
    SubmittedFiles,
    collected_files,
    collected_time,
    read_submission,
    replace_submission,
)
from ..course.text import one_line
from ..course.times import time_text
from ..errors import Stopped
from ..grading.dispatch import ClassRun
from ..grading.run import open_class
from ..plugins.execute import JudgeExecute
from ..processes.nursery import Nursery
from .in_progress import AttemptInProgress
from .pending import PendingAttempts
from .scan import Place

LONGEST_BATCH = 10  # seconds after which the course is released


@dataclass
class Batches:
    """Grades pending attempts in batches, one assignment at a time.

    Parameters
    ----------
    config
        The traitlets configuration of the course.
    desk
        The pending attempts.
    workers, scheduler
        Where to grade, as in `nbjudge.grading.run.grade`.
    nursery
        A warm process.
    look
        Called between submissions to scan the exchange for new attempts.
    on_stored
        Called with `(assignment, student)` once an attempt's grade is stored.
    """

    config: Config
    desk: PendingAttempts
    workers: int
    scheduler: str | None
    nursery: Nursery
    look: Callable[[], None]
    on_stored: Callable[[Place], None]

    def __post_init__(self) -> None:
        self.run: ClassRun | None = None
        self.end, self.graded = 0.0, 0

    def warm_up(self) -> None:
        """Let the warm process import the modules that the configuration names now."""
        if self._forks:
            self.nursery.ready_for(JudgeExecute(config=self.config).preload)

    def grade(self, assignment: str) -> None:
        """Hold the course, and grade pending attempts and those that arrive meanwhile.

        Raises
        ------
        NbjudgeError
            If something outside the attempts keeps it from going on.
        """
        coursedir = CourseDirectory(config=self.config)
        coursedir.assignment_id = assignment
        started, self.graded = time.monotonic(), 0
        with (
            contextlib.closing(self._nursery()) as nursery,
            open_class(
                coursedir,
                self.config,
                workers=self.workers,
                scheduler=self.scheduler,
                force=False,
                nursery=nursery,
                at_once=True,
            ) as (self.run, pool, _),
        ):
            self.run.on_done = lambda student, record: self._done((assignment, student), record)
            self.end = time.monotonic() + LONGEST_BATCH
            shown = contextlib.nullcontext(self)
            self.run.grade_all(lambda: self._next(assignment), pool, shown)
        self.run = None
        # The pool calls gc.freeze() before it forks. This process lives for weeks, and frozen
        # objects are never collected.
        gc.unfreeze()
        if self.graded:
            self.desk.teller.note_rate(self.graded, time.monotonic() - started)

    def close(self) -> None:
        """End the warm process."""
        self.nursery.close()

    def update(self, done: int, attention: int) -> None:
        """Scan the exchange, when `ClassRun` would update its progress display."""
        self.look()

    @property
    def _forks(self) -> bool:
        """Return whether workers of a pool fork notebooks on this machine."""
        return bool(self.workers) and not self.scheduler

    def _nursery(self) -> Nursery:
        """Return the warm process with a connection of its own, which the pool may close."""
        if not self._forks:
            return Nursery(self.nursery.preload)
        return Nursery(self.nursery.preload, self.nursery.start().dup())

    def _next(self, assignment: str) -> tuple[str, Path] | None:
        """Dequeue the next attempt of an assignment, and copy it."""
        while time.monotonic() < self.end:
            self.look()
            place = next((p for p in self.desk.ready() if p[0] == assignment), None)
            if place is None or self.run is None:
                return None
            folder = take_next(self.desk, place, self.run.kept)
            if folder is not None:
                return place[1], folder
        return None

    def _done(self, place: Place, record: Record) -> None:
        """Have the pages of a stored attempt made, or refuse one that could not be stored."""
        self.graded += 1
        with self.desk.at(place):
            under = self.desk.under_way[place]
            under.record = record
            if record.notebooks:
                self.on_stored(place)
            else:
                self.desk.refuse(under, one_line("; ".join(record.reasons)))


def take_next(desk: PendingAttempts, place: Place, kept: LeakedFiles) -> Path | None:
    """Copy the next attempt at a place into the course.

    Parameters
    ----------
    desk
        The pending attempts.
    place
        One of `desk.ready()`.
    kept
        The files of the course that no submission may hold.

    Returns
    -------
    The folder of the copy; None if there is nothing to grade.

    Raises
    ------
    Stopped
        If the course cannot be written.
    """
    with desk.at(place):
        if place in desk.line.waiting:
            return _take(desk, place, kept)
        attempt, target = desk.best.restore(place)
        desk.under_way[place] = AttemptInProgress.of(place, attempt)
        return target
    return None


@contextlib.contextmanager
def stopped_by_disk(root: Path) -> Iterator[None]:
    """Turn errors of the file system into `Stopped`; `root` is named if they name no file."""
    try:
        yield
    except OSError as error:
        raise Stopped(f"{error.filename or root}: {error.strerror}") from error


def _take(desk: PendingAttempts, place: Place, kept: LeakedFiles) -> Path | None:
    one = desk.take(place)
    under = AttemptInProgress.of_folder(place, one)
    with one_place(lambda why: desk.refuse(under, f"could not be collected: {why}"), desk.root):
        submission = read_submission(
            *(one.student, one.path, None, desk.coursedir.ignore),
            *(desk.coursedir.max_file_size, desk.coursedir.max_dir_size),
            one_owner=desk.check_owner,
        )
        under.content = content_digest(submission.files)
        why = _why_not(desk, one, submission, kept)
        if why:
            desk.refuse(under, why)
        elif not desk.is_known(place, one, under.content):
            under.secret = secret_of(submission.files)
            under.handed_in = time_text(submission.handed_in())
            target = _copy(desk, place, submission)
            kept.add(one.student, target)
            desk.begin(under)
            return target
    return None


def _why_not(
    desk: PendingAttempts, one: HandedIn, submission: SubmittedFiles, kept: LeakedFiles
) -> str | None:
    """Return why a folder is not graded, or None if it is."""
    if submission.owner is None:
        return submission.reasons[0]
    if submission.owner != one.owner:
        return "became another user's while it was read"
    secret = secret_of(submission.files)
    if secret is not None:
        # The feedback would go where another student finds it.
        owners = kept.secrets.get(secret.strip().encode(), set())
        if owners - {one.student} or desk.teller.is_of_another(secret, one.student):
            return "holds the secret of another student's submission"
    return None


def _copy(desk: PendingAttempts, place: Place, submission: SubmittedFiles) -> Path:
    """Write a submission to the folder that `nbjudge grade` reads, if it is not there yet."""
    target = desk.ledger.folder(desk.coursedir.submitted_directory, place)
    files = collected_files(submission)
    same = collected_time(target) == submission.handed_in()
    if not same or (target / COLLECTED).read_bytes() != files[COLLECTED]:
        replace_submission(target, files, shared=desk.coursedir.groupshared)
    return target
