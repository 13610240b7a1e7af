"""Grade what waits: holds the course for some seconds, and lets go of it for `nbjudge grade`.

Entry point: `Batches`.
"""

import contextlib
import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..course.record import Record, one_line
from ..grading.dispatch import ClassRun
from ..grading.run import open_class
from ..plugins.execute import JudgeExecute
from ..processes.nursery import Nursery
from .desk import AttemptsDesk
from .intake import stopped_by_disk, take_next
from .scan import Place

LONGEST_BATCH = 10  # seconds after which the course is given back


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
    desk: AttemptsDesk
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
        preload = tuple(JudgeExecute(config=self.config).preload)
        if self.nursery.preload != preload:
            self.nursery.close()
            self.nursery = Nursery(preload)
        if self._forks:
            self.nursery.start()

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
