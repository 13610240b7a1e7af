"""Runs that grade pending attempts, several at a time.

Entry point: `Batches`, which the loop (`loop.Watch`) opens, asks and closes.
"""

import contextlib
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from nbisolate import ForkServer

from ..exchange.attempts import Place
from ..gradebook.record import Record
from ..grading.dispatch import ClassRun, InFlight
from ..grading.jobs import Answered
from ..grading.pools import Pool
from ..grading.run import open_class
from ..plugins.execute import JudgeExecute
from ..runner import new_forkserver

# Seconds for which a batch takes in attempts. The next one reads the course anew: source/, points
# by hand, due dates.
TAKES_IN = 10


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
    # The attempts that were stored or refused since `take_done` was called.
    done: list[tuple[Place, Record]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.run.on_done = self._note

    def _note(self, student: str, record: Record) -> None:
        self.done.append(((self.assignment, student), record))

    @property
    def takes_in(self) -> bool:
        return time.monotonic() < self.until

    def take_done(self) -> list[tuple[Place, Record]]:
        """Return the attempts that are done since the last call, with their records."""
        done = self.done
        self.done = []
        return done


@dataclass
class Batches:
    """The batches that are open.

    `workers` and `scheduler` are those of `nbjudge.grading.run.grade`.
    """

    config: Config
    workers: int
    scheduler: str | None
    forkserver: ForkServer
    open_now: list[Batch] = field(default_factory=list)

    def warm_up(self) -> None:
        """Let the fork server import the modules that the configuration names now."""
        if self._forks:
            self.forkserver.ready_for(JudgeExecute(config=self.config).preload)

    def open(self, assignment: str, scratch: Path) -> None:
        """Read the course, and start workers for attempts at an assignment.

        Errors are those of `open_class`.
        """
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
            until = time.monotonic() + TAKES_IN
            self.open_now.append(Batch(assignment, run, pool, until, stack.pop_all()))

    @property
    def _forks(self) -> bool:
        """Return whether workers of a pool fork notebooks on this machine."""
        return bool(self.workers) and not self.scheduler

    def _forkserver(self) -> ForkServer:
        """Return the fork server with a connection of its own, which the pool may close."""
        if not self._forks:
            return new_forkserver(self.forkserver.preload)
        return new_forkserver(self.forkserver.preload, self.forkserver.start().dup())

    def submit_more(self, batch: Batch, next_folder: Callable[[], tuple[str, Path] | None]) -> bool:
        """Submit as many attempts to a batch as there is room for; return False if it has ended.

        `next_folder` is that of `ClassRun.submit_more`.
        """
        of_other_runs: list[InFlight] = []
        for other in self.open_now:
            if other is not batch:
                of_other_runs += other.run.running.values()
        return batch.run.submit_more(next_folder, batch.pool, of_other_runs)

    def has_room(self) -> bool:
        """Return True if all batches together have fewer attempts in flight than one may have."""
        running = len(self.futures())
        return all(running < batch.pool.capacity() for batch in self.open_now)

    def futures(self) -> list[Future[Answered]]:
        """Return the futures of all attempts in flight."""
        futures: list[Future[Answered]] = []
        for batch in self.open_now:
            futures += batch.run.running
        return futures

    def taking_in(self) -> set[str]:
        """Return the assignments with a batch that takes in attempts."""
        return {batch.assignment for batch in self.open_now if batch.takes_in}

    def stop_taking_in(self) -> None:
        """Let all batches end with the attempts that they have."""
        for batch in self.open_now:
            batch.until = 0.0

    def close(self, batch: Batch) -> None:
        """End a batch."""
        self.open_now.remove(batch)
        batch.opened.close()

    def close_all(self) -> None:
        """End all batches, also those with attempts in flight."""
        for batch in list(self.open_now):
            self.close(batch)
