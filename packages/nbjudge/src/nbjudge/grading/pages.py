"""The feedback pages of a class, made during grading or on their own.

Entry points: `make_pages`, and `PagePool` to make pages in the background.
"""

import time
from collections.abc import Callable, Collection
from concurrent.futures import Future, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets import TraitError
from traitlets.config import Config

from ..configuration import traits_are_right
from ..errors import NbjudgeError, RunStoppedError, UsageError
from ..files.folders import find_submissions, locked_course
from ..files.text import first_few, one_line
from ..gradebook.database import open_gradebook
from ..gradebook.late_penalties import renew_late_penalties
from ..gradebook.scores import Submission, read_scores
from ..gradebook.stored_results import is_of_folder
from ..plugins.page_maker import MadePages, PageMaker
from .local import Workers
from .progress import Words, show_progress

WORDS = Words("Generating pages", "written", "{} failed".format)


@dataclass
class PagesSummary:
    """The result of making the pages of a class.

    `made` and `kept` count the pages that were generated now, and those that were up to date.
    `lost` has the reason, by student and notebook, why a page is missing or shows only a sentence.
    `seconds` is wall time.
    """

    made: int = 0
    kept: int = 0
    lost: dict[str, dict[str, str]] = field(default_factory=dict)
    seconds: float = 0.0

    def note(self, pages: MadePages) -> None:
        """Add the result of a submission."""
        self.made += len(pages.made)
        self.kept += len(pages.kept)
        if pages.lost:
            self.lost[pages.student] = pages.lost


class PagePool:
    """Worker processes that make pages in the background.

    `coursedir.assignment_id` names the assignment. The caller removes `scratch`.
    """

    def __init__(
        self, coursedir: CourseDirectory, config: Config, workers: int, scratch: Path
    ) -> None:
        self.coursedir = coursedir
        self.summary = PagesSummary()
        self.workers: Workers[tuple[str, bool], MadePages] = Workers(
            workers, partial(_begin, coursedir, config), scratch
        )
        self.running: dict[Future[MadePages], str] = {}

    def submit(self, student: str, force: bool = False) -> None:
        """Queue the pages of a student for `PageMaker.make`."""
        self.running[self.workers.submit((student, force))] = student

    def finish(self) -> PagesSummary:
        """Wait for all pages, and return their summary.

        Raises `UsageError` if the configuration of the pages is wrong, and `RunStoppedError` if no
        page can be made, or if a process was killed or could not read or write.
        """
        started = time.monotonic()
        try:
            with show_progress(len(self.running), WORDS) as progress:
                for done, future in enumerate(as_completed(self.running), 1):
                    self._take(future, self.running[future])
                    progress.update(done, 0)
        finally:
            self.summary.seconds = time.monotonic() - started
        return self.summary

    def _take(self, future: Future[MadePages], student: str) -> None:
        try:
            self.summary.note(future.result())
        except NbjudgeError:
            raise
        except BrokenProcessPool as error:
            sentence = "A process that generates the pages was killed. Run the command again"
            raise RunStoppedError(sentence) from error
        except Exception as error:
            self.summary.lost[student] = self._lost(student, error)

    def _lost(self, student: str, error: Exception) -> dict[str, str]:
        """Return the reason for each notebook of a student, when none has a page."""
        reason = one_line(f"cannot be converted: {type(error).__name__}: {error}")
        step_and_ids = (self.coursedir.autograded_directory, student, self.coursedir.assignment_id)
        folder = Path(self.coursedir.root, self.coursedir.format_path(*step_and_ids))
        return {path.stem: reason for path in sorted(folder.glob("*.ipynb"))}

    def close(self) -> None:
        """End the processes, including busy ones."""
        self.workers.close()


def make_pages(
    coursedir: CourseDirectory,
    config: Config,
    *,
    students: Collection[str],
    workers: int,
    force: bool,
) -> PagesSummary:
    """Make the pages of the autograded submissions of `coursedir.assignment_id`.

    An empty `students` selects all who have been graded. With `force`, pages that are up to date
    are regenerated. Raises `UsageError` if nobody or not all `students` are graded, or if the
    configuration is wrong. Raises `RunStoppedError` if the gradebook cannot be read, the pages
    cannot be written, or another run is at work.
    """
    assignment = coursedir.assignment_id
    graded = find_submissions(coursedir, assignment, coursedir.autograded_directory)
    unknown = sorted(set(students) - set(graded))
    if unknown:
        raise UsageError(f"Not graded for {assignment}: {', '.join(unknown)}")
    if not graded:
        raise UsageError(f"No grades for {assignment} yet. Run nbjudge grade {assignment}")
    with locked_course(Path(coursedir.root)) as scratch:
        chosen = list(students or graded)
        with open_gradebook(coursedir) as gradebook:
            renew_late_penalties(coursedir, config, gradebook, assignment)
            submissions = read_scores(gradebook, assignment).submissions
        others = [
            student
            for student in chosen
            if student in submissions and not _is_shown(submissions[student], graded[student])
        ]
        if others:
            coursedir.log.warning(
                "The gradebook's results are for other files than the pages show, such as after it "
                "was restored: %s. Run nbjudge grade %s before you publish the pages",
                first_few(others),
                assignment,
            )
        pool = PagePool(coursedir, config, min(workers, len(chosen)), scratch)
        try:
            for student in chosen:
                pool.submit(student, force)
            return pool.finish()
        finally:
            pool.close()


def _is_shown(submission: Submission, folder: Path) -> bool:
    """Return whether the notebooks in an autograded folder are those that have the points."""
    return all(
        is_of_folder(notebook.submitted, folder, name)
        for name, notebook in submission.notebooks.items()
    )


@traits_are_right(ImportError)
def _begin(coursedir: CourseDirectory, config: Config) -> Callable[[tuple[str, bool]], MadePages]:
    try:
        maker = PageMaker(coursedir, config)
    except (NbjudgeError, TraitError, ImportError):
        raise
    except Exception as error:  # of nbconvert, about its templates, or of a course's own classes
        sentence = one_line(f"No page can be generated: {type(error).__name__}: {error}")
        raise RunStoppedError(sentence) from error
    return lambda request: maker.make(*request)
