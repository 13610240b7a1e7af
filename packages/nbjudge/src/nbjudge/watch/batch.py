"""Grade what waits: holds the course for some seconds, and lets go of it for `nbjudge grade`.

Entry points: `Batches`, and `take_next`, which copies an attempt to where it is graded.
"""

import contextlib
import errno
import gc
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..course.attempts import content_digest
from ..course.inbound import HandedIn, secret_of
from ..course.leaks import LeakedFiles
from ..course.record import Record
from ..course.submission import (
    COLLECTED,
    SubmittedFiles,
    collected_files,
    collected_time,
    read_submission,
    replace_submission,
)
from ..course.text import one_line
from ..course.times import time_text
from ..errors import NbjudgeError, Stopped
from ..grading.dispatch import ClassRun
from ..grading.run import open_class
from ..plugins.execute import JudgeExecute
from ..processes.nursery import Nursery
from .in_progress import AttemptInProgress
from .pending import PendingAttempts
from .scan import Place

LONGEST_BATCH = 10  # seconds after which the course is given back
# Errors that come from what one student has handed in: a path that is too long, for example.
OF_ONE = (errno.ENAMETOOLONG, errno.EILSEQ, errno.EINVAL, errno.ENOTDIR, errno.EISDIR)


@dataclass
class Batches:
    """Grades the attempts of one assignment after the other, as `nbjudge grade` does.

    Parameters
    ----------
    config
        The traitlets configuration of the course.
    desk
        Knows what waits.
    workers, scheduler
        Where to grade, as in `nbjudge.grading.run.grade`.
    nursery
        A warm process.
    look
        Called again and again: sees what comes in meanwhile.
    on_stored
        Told the place of an attempt that is stored.
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
        """Have the warm process import what the configuration says now."""
        if self._forks:
            self.nursery.ready_for(JudgeExecute(config=self.config).preload)

    def grade(self, assignment: str) -> None:
        """Hold the course, and grade what waits and what comes in meanwhile.

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
        gc.unfreeze()  # what the pool has frozen, or nothing would ever be collected
        if self.graded:
            self.desk.teller.note_rate(self.graded, time.monotonic() - started)

    def close(self) -> None:
        """End the warm process."""
        self.nursery.close()

    def update(self, done: int, attention: int) -> None:
        """Look around while submissions are graded, as the display of the progress."""
        self.look()

    @property
    def _forks(self) -> bool:
        """Whether notebooks are forked on this machine, by workers of a pool."""
        return bool(self.workers) and not self.scheduler

    def _nursery(self) -> Nursery:
        """The warm process, as one that the pool may close."""
        if not self._forks:
            return Nursery(self.nursery.preload)
        return Nursery(self.nursery.preload, self.nursery.start().dup())

    def _next(self, assignment: str) -> tuple[str, Path] | None:
        """Take the next attempt of an assignment out of the line, and copy it."""
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
        """Go on with an attempt that is stored."""
        under = self.desk.under_way[place]
        self.graded += 1
        under.record = record
        if record.notebooks:
            self.on_stored(place)
        else:  # it could not be stored at all
            with stopped_by_disk(self.desk.root):
                self.desk.refuse(under, one_line("; ".join(record.reasons)))


def take_next(desk: PendingAttempts, place: Place, kept: LeakedFiles) -> Path | None:
    """Copy the attempt that is next at a place to where it is graded.

    Parameters
    ----------
    desk
        Knows what is to be done.
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
    with stopped_by_disk(desk.root):
        if place in desk.line.waiting:
            return _take(desk, place, kept)
        attempt, target = desk.best.restore(place)
        desk.under_way[place] = AttemptInProgress.of(place, attempt)
        return target


@contextlib.contextmanager
def stopped_by_disk(root: Path) -> Iterator[None]:
    """Make `Stopped` of errors of the file system; `root` is named where they name no file."""
    try:
        yield
    except OSError as error:
        raise Stopped(f"{error.filename or root}: {error.strerror}") from error


def _take(desk: PendingAttempts, place: Place, kept: LeakedFiles) -> Path | None:
    one = desk.take(place)
    under = AttemptInProgress.of_folder(place, one)
    try:
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
    except OSError as error:
        if error.errno not in OF_ONE:
            raise
        desk.refuse(under, f"cannot be copied: {error.strerror}")
    except NbjudgeError:
        raise
    except Exception as error:  # whatever it is, the others go on
        traceback.print_exc()
        desk.refuse(under, f"could not be collected: {type(error).__name__}")
    return None


def _why_not(
    desk: PendingAttempts, one: HandedIn, submission: SubmittedFiles, kept: LeakedFiles
) -> str | None:
    """Why what was read of a folder is not graded; None if it is."""
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
    """Put what was read where `nbjudge grade` finds it, unless it is there already."""
    target = desk.ledger.folder(desk.coursedir.submitted_directory, place)
    files = collected_files(submission)
    same = collected_time(target) == submission.handed_in()
    if not same or (target / COLLECTED).read_bytes() != files[COLLECTED]:
        replace_submission(target, files, shared=desk.coursedir.groupshared)
    return target
