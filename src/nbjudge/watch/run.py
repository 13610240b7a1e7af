"""Grade what is handed in, as it comes in: `nbjudge watch`.

One process sees new folders in the exchange, copies them with the code of `Collect`, has the copy
graded as `nbjudge grade` does, has the pages made and released, and tells the student. What is to
be done follows at any moment from the exchange and from the records of what is done
(`nbjudge.course.attempts`), so that a watch that is killed anywhere goes on where it was.

Entry point: `watch`.
"""

import contextlib
import datetime
import errno
import gc
import sys
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..course.attempts import Attempt, content_digest
from ..course.folders import watched_course
from ..course.inbound import HandedIn, secret_of
from ..course.record import Record, one_line, read_record
from ..course.submission import (
    COLLECTED,
    SubmittedFiles,
    collected_files,
    collected_time,
    read_submission,
    replace_submission,
)
from ..course.told import parse_time, time_text, utc_now
from ..errors import NbjudgeError, Stopped
from ..grading.chain import traits_are_right
from ..grading.dispatch import ClassRun
from ..grading.run import open_class
from ..plugins.execute import JudgeExecute
from ..processes.nursery import Nursery
from .desk import AttemptsDesk, UnderWay
from .pages import AttemptPages, PageMakers, PageRequest
from .scan import Place

POLL = 0.2  # seconds between two looks at the exchange
LOOKS_SHARE = 4  # a look may take this part of the time
BATCH = 10  # seconds after which the course is given back to `nbjudge grade`
GAP = 0.2  # seconds for which it is given back
RETRY = 5  # seconds after something outside has stopped it
SUBMISSIONS_A_MAKER = 4  # workers that one process can make pages for
PAGE_TRIES = 2
SHOW_EVERY = 10  # seconds between two looks at which pages may be seen by now
# Errors that come from what one student has handed in: a path that is too long, for example.
OF_ONE = (errno.ENAMETOOLONG, errno.EILSEQ, errno.EINVAL, errno.ENOTDIR, errno.EISDIR)


@traits_are_right()
def watch(
    config: Config,
    assignments: Sequence[str],
    *,
    workers: int,
    scheduler: str | None,
    nursery: Nursery,
) -> None:
    """Grade what is handed in, until it is interrupted.

    Parameters
    ----------
    config
        The traitlets configuration of the course.
    assignments
        The assignments to watch.
    workers, scheduler
        Where to grade, as in `nbjudge.grading.run.grade`.
    nursery
        A warm process.

    Raises
    ------
    WrongUsage
        If the configuration is wrong, or nothing can be handed in.
    Stopped
        If another process watches the course.
    """
    desk = AttemptsDesk(config, assignments)
    desk.due.read()
    with watched_course(desk.root):
        running = Watch(config, desk, workers, scheduler, nursery)
        try:
            running.run()
        finally:
            running.close()


@dataclass
class Watch:
    """A watch at work.

    Parameters
    ----------
    config, workers, scheduler, nursery
        See `watch`.
    desk
        What is known of the attempts, and how students are told.
    """

    config: Config
    desk: AttemptsDesk
    workers: int
    scheduler: str | None
    nursery: Nursery
    under_way: dict[Place, UnderWay] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.makers = PageMakers(self.config, max(1, self.workers // SUBMISSIONS_A_MAKER))
        self.batch: ClassRun | None = None
        self.batch_end = self.next_look = self.shown_at = 0.0
        self.graded_in_batch = 0

    def run(self) -> None:
        """Go on until somebody interrupts it."""
        preload = tuple(JudgeExecute(config=self.config).preload)
        if self.nursery.preload != preload:  # what the configuration says when it is run
            self.nursery.close()
            self.nursery = Nursery(preload)
        if self._forks:
            self.nursery.start()
        self.makers.warm_up()
        print(f"Watching {', '.join(self.desk.assignments)} in {self.desk.inbound}", flush=True)
        while True:
            time.sleep(self.step())

    def step(self) -> float:
        """Look once, and grade what waits; return after how many seconds to look again."""
        try:
            self.look()
            ready = self._ready()
            if ready:
                self._grade_batch(ready[0][0])
            self._say(None)
        except NbjudgeError as error:
            # What was being graded is looked for anew, in the exchange and in the records.
            lost = {place for place, under in self.under_way.items() if under.record is None}
            self.under_way = {p: u for p, u in self.under_way.items() if p not in lost}
            self.desk.scan.changed |= lost
            self._say(str(error))
            return RETRY
        return GAP if ready else POLL

    def close(self) -> None:
        """End all that was started."""
        self.makers.close()
        self.nursery.close()
        with contextlib.suppress(OSError):
            self.desk.teller.sign_off()

    # ---- what `ClassRun` asks for, and tells -------------------------------------------------

    def update(self, done: int, attention: int) -> None:
        """Look around while submissions are graded."""
        self.look()

    def _grade_batch(self, assignment: str) -> None:
        """Hold the course, and grade what waits and what comes in meanwhile."""
        coursedir = CourseDirectory(config=self.config)
        coursedir.assignment_id = assignment
        started = time.monotonic()
        self.graded_in_batch = 0
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
            ) as (self.batch, pool, _),
        ):
            self.batch.on_done = lambda student, record: self._graded((assignment, student), record)
            self.batch_end = time.monotonic() + BATCH
            shown = contextlib.nullcontext(self)
            self.batch.grade_all(lambda: self._next(assignment), pool, shown)
        self.batch = None
        gc.unfreeze()  # what the pool has frozen, or nothing would ever be collected
        if self.graded_in_batch:
            self.desk.teller.note_rate(self.graded_in_batch, time.monotonic() - started)

    @property
    def _forks(self) -> bool:
        """Whether notebooks are forked on this machine, by workers of a pool."""
        return bool(self.workers) and not self.scheduler

    def _nursery(self) -> Nursery:
        """The warm process, as one that the pool may close."""
        if not self._forks:
            return Nursery(self.nursery.preload)
        process = self.nursery.process
        if process is not None and process.poll() is not None:
            self.nursery.close()  # it was ended from outside
        return Nursery(self.nursery.preload, self.nursery.start().dup())

    def _next(self, assignment: str) -> tuple[str, Path] | None:
        """Take the next attempt of an assignment out of the line, and copy it."""
        while time.monotonic() < self.batch_end:
            self.look()
            place = next((p for p in self._ready() if p[0] == assignment), None)
            if place is None:
                return None
            waits = place in self.desk.line.waiting
            folder = self._take(place) if waits else self._take_again(place)
            if folder is not None:
                return place[1], folder
        return None

    def _ready(self) -> list[Place]:
        return [place for place in self.desk.in_order() if place not in self.under_way]

    def _take_again(self, place: Place) -> Path:
        """Put the attempt that counts in the place of a later one."""
        try:
            attempt, target = self.desk.best.restore(place)
        except OSError as error:
            raise Stopped(f"{error.filename or self.desk.root}: {error.strerror}") from error
        self.under_way[place] = UnderWay.of(attempt)
        return target

    def _take(self, place: Place) -> Path | None:
        """Copy an attempt to where it is graded; None if there is nothing to grade."""
        desk, one = self.desk, self.desk.take(place)
        try:
            submission = read_submission(
                *(one.student, one.path, None, desk.coursedir.ignore),
                *(desk.coursedir.max_file_size, desk.coursedir.max_dir_size),
                one_owner=desk.check_owner,
            )
            if submission.owner is None:
                desk.refuse(place, one, submission.reasons[0])
            elif submission.owner != one.owner:
                desk.refuse(place, one, "became another user's while it was read")
            elif self._is_of_another(submission):
                desk.refuse(place, one, "holds the secret of another student's submission")
            elif not desk.is_known(place, one, submission.files):
                return self._copy(place, one, submission)
        except OSError as error:
            if error.errno not in OF_ONE:
                raise Stopped(f"{error.filename or desk.root}: {error.strerror}") from error
            desk.refuse(place, one, f"cannot be copied: {error.strerror}")
        except NbjudgeError:
            raise
        except Exception as error:  # whatever it is, the others go on
            traceback.print_exc()
            desk.refuse(place, one, f"could not be collected: {type(error).__name__}")
        return None

    def _is_of_another(self, submission: SubmittedFiles) -> bool:
        """Whether the feedback would go where another student finds it."""
        secret = secret_of(submission.files)
        if secret is None or self.batch is None:
            return False
        owners = self.batch.kept.secrets.get(secret.strip().encode(), set())
        another = self.desk.teller.is_of_another(secret, submission.student)
        return another or bool(owners - {submission.student})

    def _copy(self, place: Place, one: HandedIn, submission: SubmittedFiles) -> Path:
        """Put what was read where `nbjudge grade` finds it, unless it is there already."""
        desk = self.desk
        target = desk.ledger.folder(desk.coursedir.submitted_directory, place)
        files = collected_files(submission)
        same = collected_time(target) == submission.handed_in()
        if not same or (target / COLLECTED).read_bytes() != files[COLLECTED]:
            replace_submission(target, files, shared=desk.coursedir.groupshared)
        assert self.batch is not None
        self.batch.kept.add(one.student, target)
        under = UnderWay(
            one.path.name,
            one.changed,
            content_digest(submission.files),
            time_text(submission.handed_in()),
            secret_of(submission.files),
        )
        self.under_way[place] = under
        desk.begin(place, under)
        return target

    def _graded(self, place: Place, record: Record) -> None:
        """Go on with an attempt that is stored."""
        under = self.under_way[place]
        self.graded_in_batch += 1
        under.record = record
        if record.notebooks:
            self._ask_for_pages(place)
        else:  # it could not be stored at all
            del self.under_way[place]
            self.desk.refuse(place, under, one_line("; ".join(record.reasons)))

    # ---- beside the grading -------------------------------------------------------------------

    def look(self) -> None:
        """See what is new in the exchange and which pages are made, and tell who waits.

        Raises
        ------
        Stopped
            If the exchange cannot be read or written.
        """
        now = time.monotonic()
        if now < self.next_look:
            return
        try:
            for request, made in self.makers.ready():
                self._pages_made((request.assignment, request.student), made)
            self.desk.look(self.under_way)
            if now - self.shown_at > SHOW_EVERY:
                self.shown_at = now
                for place, attempt in self.desk.to_show(self.under_way):
                    self._show(place, attempt)
        except OSError as error:
            raise Stopped(f"{error.filename or self.desk.inbound}: {error.strerror}") from error
        took = time.monotonic() - now
        self.next_look = time.monotonic() + max(POLL, LOOKS_SHARE * took)

    def _ask_for_pages(self, place: Place) -> None:
        self.makers.ask(PageRequest(*place, release=self.desk.ledger.shown(place) == "all"))

    def _pages_made(self, place: Place, made: AttemptPages) -> None:
        under = self.under_way[place]
        under.tries += 1
        if made.error and under.tries < PAGE_TRIES:
            self._ask_for_pages(place)
        else:
            self._finish(place, made)

    def _finish(self, place: Place, made: AttemptPages) -> None:
        under = self.under_way.pop(place)
        attempt = self.desk.finish(place, under, made)
        told = attempt.told
        seconds = (utc_now() - parse_time(told.handed_in)).total_seconds()
        points = f"{told.points:g} of {told.possible:g}" if told.possible else "no points"
        said = f"{one_line(place[1])} {place[0]}: {points}, {seconds:.1f} s after handing in"
        if made.error or made.lost:
            lost = made.error or "; ".join(f"{name} {why}" for name, why in made.lost.items())
            said += f"; no page: {one_line(lost)}"
        print(f"{datetime.datetime.now():%H:%M:%S} {said}", flush=True)

    def _show(self, place: Place, attempt: Attempt) -> None:
        """Have the pages of an attempt made that the student may see from now on."""
        record = read_record(
            self.desk.ledger.folder(self.desk.coursedir.autograded_directory, place)
        )
        self.under_way[place] = UnderWay.of(attempt)
        self.under_way[place].record = record or Record()
        self._ask_for_pages(place)

    def _say(self, sentence: str | None) -> None:
        """Say what keeps the watch from going on, once."""
        teller = self.desk.teller
        if sentence == teller.stopped:
            return
        if sentence is not None:
            print(f"nbjudge: {sentence.rstrip('.')}. Trying again", file=sys.stderr, flush=True)
        teller.stopped, teller.signed = sentence, 0.0
        with contextlib.suppress(OSError):
            teller.sign(len(self.desk.line.waiting))
