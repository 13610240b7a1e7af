"""The pages of the feedback for a class: beside the grading, or by themselves.

Entry points: `make_pages`, and `PagePool` for who has other things to do meanwhile.
"""

import tempfile
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..course.folders import find_submissions, locked_course
from ..errors import NbjudgeError, WrongUsage
from ..plugins.pages import MadePages, PageMaker
from .chain import traits_are_right
from .helpers import Helpers
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
        self.summary, self.done = PagesSummary(), 0
        self.error: NbjudgeError | None = None  # said at the end: the class is graded all the same
        self.helpers: Helpers[tuple[str, bool], MadePages] = Helpers(
            lambda: _begin(coursedir, config, scratch), workers
        )

    def submit(self, student: str, force: bool = False) -> None:
        """Have the pages of a student made, as `PageMaker.make` does."""
        if self.error is None:
            self.helpers.ask((student, force))
            self._take(0)

    def finish(self) -> PagesSummary:
        """Wait for all pages.

        Raises
        ------
        WrongUsage
            If the configuration of the pages is wrong.
        Stopped
            If one of the processes was killed, or could not read or write.
        """
        started = time.monotonic()
        with show_progress(self.done + self.helpers.unanswered, WORDS) as progress:
            while self.helpers.unanswered and self.error is None:
                self._take(1)
                progress.update(self.done, 0)
        if self.error is not None:
            raise self.error
        self.summary.seconds = time.monotonic() - started
        return self.summary

    def _take(self, timeout: float) -> None:
        for _, made in self.helpers.ready(timeout):
            if isinstance(made, NbjudgeError):
                self.error = made
                return
            self.done += 1
            self.summary.note(made)

    def close(self) -> None:
        """End the processes, also those that are at work."""
        self.helpers.close()


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


@traits_are_right()
def _begin(
    coursedir: CourseDirectory, config: Config, scratch: Path
) -> Callable[[tuple[str, bool]], MadePages]:
    tempfile.tempdir = str(scratch)
    try:
        maker = PageMaker(coursedir, config)
    except ImportError as error:
        raise WrongUsage(f"The configuration is wrong: {error}") from error
    return lambda request: maker.make(*request)
