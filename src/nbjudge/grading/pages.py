"""The pages of the feedback for a class: beside the grading, or by themselves.

Entry points: `make_pages`, and `PagePool` for who has other things to do meanwhile.
"""

import multiprocessing
import signal
import time
from collections.abc import Collection
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..course.folders import find_submissions, locked_course
from ..errors import Stopped, WrongUsage
from ..plugins.pages import MadePages, PageMaker
from .chain import traits_are_right
from .local import INTERRUPTS, attend_parent
from .progress import Words, show_progress

WORDS = Words("Making pages", "shown", "not shown")


@dataclass
class PagesSummary:
    """What came of the pages of a class.

    Attributes
    ----------
    made, kept
        How many pages were made now, and how many stayed as they were.
    lost
        By student and notebook, why a page shows nothing but a sentence.
    seconds
        Wall time.
    """

    made: int = 0
    kept: int = 0
    lost: dict[str, dict[str, str]] = field(default_factory=dict)
    seconds: float = 0.0

    def note(self, pages: MadePages) -> None:
        """Take in what came of a submission."""
        self.made += len(pages.made)
        self.kept += len(pages.kept)
        if pages.lost:
            self.lost[pages.student] = pages.lost


class PagePool:
    """Processes of this machine that make pages, each with what all pages need ready.

    Parameters
    ----------
    coursedir
        The course; its `assignment_id` names the assignment.
    config
        The course's configuration.
    workers
        How many processes.
    scratch
        A folder for their temporary files; whoever made it removes it.
    """

    def __init__(
        self, coursedir: CourseDirectory, config: Config, workers: int, scratch: Path
    ) -> None:
        self.futures: list[Future[MadePages]] = []
        self.executor = ProcessPoolExecutor(
            workers,
            multiprocessing.get_context("fork"),
            initializer=_begin,
            initargs=(coursedir, config, str(scratch)),
        )
        # The processes are forked here, before anything else that this one does begins a thread,
        # and make ready. None hears a signal before it has said what it does about it.
        others = multiprocessing.active_children()
        signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
        try:
            self.ready = self.executor.submit(_make_ready)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
        children = multiprocessing.active_children()
        self.processes = [child for child in children if child not in others]

    def submit(self, student: str, force: bool = False) -> None:
        """Have the pages of a student made, as `PageMaker.make` does."""
        self.futures.append(self.executor.submit(_make, student, force))

    def finish(self) -> PagesSummary:
        """Wait for all pages.

        Raises
        ------
        WrongUsage
            If the configuration of the pages is wrong.
        Stopped
            If one of the processes was killed, or could not read or write.
        """
        summary, started = PagesSummary(), time.monotonic()
        waiting = set(self.futures)
        with show_progress(len(waiting), WORDS) as progress:
            while waiting:
                _, waiting = wait(waiting, timeout=1, return_when=FIRST_COMPLETED)
                done = [future for future in self.futures if future not in waiting]
                progress.update(len(done), 0)
        try:
            self.ready.result()
            for future in self.futures:
                summary.note(future.result())
        except BrokenProcessPool as error:
            sentence = "The process that makes the pages was killed"
            raise Stopped(f"{sentence}. Run the command again") from error
        summary.seconds = time.monotonic() - started
        return summary

    def close(self) -> None:
        """End the processes, also those that are at work."""
        self.executor.shutdown(wait=False, cancel_futures=True)
        for process in self.processes:
            process.kill()
            process.join()


def make_pages(
    coursedir: CourseDirectory,
    config: Config,
    *,
    students: Collection[str],
    workers: int,
    force: bool,
) -> PagesSummary:
    """Make the pages of an assignment's autograded submissions.

    Parameters
    ----------
    coursedir
        The course; its `assignment_id` names the assignment.
    config
        Its traitlets configuration.
    students
        The ids to make pages for; empty for all who have been graded.
    workers
        How many processes of this machine make pages at a time.
    force
        Whether to make those anew too that have not changed.

    Raises
    ------
    WrongUsage
        If nothing is graded, or not what was asked for, or the configuration is wrong.
    Stopped
        If the gradebook cannot be read, the pages cannot be written, or another run is at work.
    """
    assignment = coursedir.assignment_id
    graded = find_submissions(coursedir, assignment, coursedir.autograded_directory)
    unknown = sorted(set(students) - set(graded))
    if unknown:
        raise WrongUsage(f"Not graded for {assignment}: {', '.join(unknown)}")
    if not graded:
        raise WrongUsage(f"Nothing of {assignment} is graded. Type: nbjudge grade {assignment}")
    with locked_course(Path(coursedir.root)) as scratch:
        chosen = list(students or graded)
        pool = PagePool(coursedir, config, min(workers, len(chosen)), scratch)
        try:
            for student in chosen:
                pool.submit(student, force)
            return pool.finish()
        finally:
            pool.close()


_place: list[tuple[CourseDirectory, Config]] = []


def _begin(coursedir: CourseDirectory, config: Config, scratch: str) -> None:
    attend_parent(scratch)
    _place.append((coursedir, config))


@cache
@traits_are_right()
def _maker() -> PageMaker:
    try:
        return PageMaker(*_place[-1])
    except ImportError as error:
        raise WrongUsage(f"The configuration is wrong: {error}") from error


def _make_ready() -> None:
    _maker()


def _make(student: str, force: bool) -> MadePages:
    return _maker().make(student, force)
