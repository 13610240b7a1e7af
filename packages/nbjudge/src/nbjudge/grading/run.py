"""The run behind `nbjudge grade`, from the course folder to the last record."""

from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from nbisolate import ForkServer

from ..configuration import traits_are_right
from ..course.permissions import refuse_course_in_sight
from ..errors import NbjudgeError, UsageError
from ..files.folders import find_submissions, is_selected, locked_course, student_folders
from ..files.leaks import LeakedFiles
from ..files.misplaced import misplaced_sentence
from ..files.submission import CollectSettings
from ..files.text import first_few, joined
from ..gradebook.database import open_gradebook
from ..gradebook.definition import read_definition, refuse_other_languages
from ..gradebook.late_penalties import renew_late_penalties
from ..gradebook.scores import read_manual_grades, read_scores
from ..plugins.execute import JudgeExecute
from ..runner import forkserver_for
from .canary import try_bridge
from .chain import is_judged
from .cluster import DaskPool
from .dispatch import ClassRun, ClassSummary
from .inputs import make_inputs
from .local import LocalPool
from .pages import PagePool
from .pools import InlinePool, Pool
from .preflight import REFUSED, Course, look, refuse
from .progress import Display, show_progress
from .ungenerated import why_ungenerated
from .writer import ResultWriter


@traits_are_right()
def grade(
    coursedir: CourseDirectory,
    config: Config,
    *,
    students: Collection[str],
    workers: int,
    scheduler: str | None,
    force: bool,
    forkserver: ForkServer,
    feedback: bool = False,
    show: Callable[[int], Display] = show_progress,
) -> ClassSummary:
    """Autograde the submissions of `coursedir.assignment_id` that are new or changed.

    An empty `students` selects all who submitted. With 0 `workers`, this process grades, which is
    faster for a few small submissions; the address of a Dask `scheduler` replaces local workers.
    With `force`, unchanged submissions are graded as well. The `forkserver` is restarted if it has
    not imported exactly the modules in the course's `preload`. It is not started if nbgrader's own
    `Execute` runs the notebooks. With `feedback`, the pages of each submission are generated after
    it is stored. `show` is called with the number of submissions.

    Raises `UsageError` if there is no such assignment, nothing was submitted, or the configuration
    is wrong. Raises `RunStoppedError` if something outside the submissions ends the run. Everything
    graded until then is stored, and the next run continues from there. An error that stops page
    generation is in `ClassSummary.pages_error` instead.
    """
    with open_class(
        coursedir,
        config,
        workers=workers,
        scheduler=scheduler,
        force=force,
        forkserver=forkserver,
        lock=locked_course(Path(coursedir.root)),
    ) as (run, pool, scratch):
        assignment = coursedir.assignment_id
        gradebook = run.writer.gradebook
        misplaced = misplaced_sentence(
            coursedir,
            assignment,
            [known.name for known in gradebook.assignments],
            run.inputs.definition.notebooks,
        )
        submitted = find_submissions(coursedir, assignment)
        folders = _choose(submitted, students, coursedir, misplaced)
        rest = iter(folders.items())
        pages = PagePool(coursedir, config, 1, scratch) if feedback else None
        if pages:
            # Generate a submission's pages while the others are still being graded.
            run.on_done = lambda student, record: pages.submit(student)
        source = coursedir.format_path(coursedir.source_directory, ".", assignment)
        renew_late_penalties(coursedir, config, gradebook, assignment)
        graded_before = student_folders(coursedir, coursedir.autograded_directory, assignment)
        before = _read_points(gradebook, assignment)
        warnings = [
            why_ungenerated(
                run.inputs.definition,
                Path(source),
                config,
                has_submissions=run.writer.has_submissions(),
            ),
            misplaced,
        ]
        if not students:
            warnings.append(_gone_sentence(coursedir, before.keys() - submitted.keys()))
        for warning in filter(None, warnings):
            coursedir.log.warning("%s", warning)
        try:
            summary = run.grade_all(lambda: next(rest, None), pool, show(len(folders)))
            after = _read_points(gradebook, assignment)
            summary.changes = {
                student: (points, after[student])
                for student, points in before.items()
                if student in graded_before and after.get(student, points) != points
            }
            if pages:
                summary.pages = pages.summary
                try:
                    pages.finish()
                except NbjudgeError as error:
                    summary.pages_error = error
            return summary
        finally:
            if pages:
                pages.close()


@contextmanager
def open_class(
    coursedir: CourseDirectory,
    config: Config,
    *,
    workers: int,
    scheduler: str | None,
    force: bool,
    forkserver: ForkServer,
    lock: AbstractContextManager[Path],
) -> Iterator[tuple[ClassRun, Pool, Path]]:
    """Lock a course and prepare everything for a run; a context manager.

    Arguments and errors are those of `grade`; `lock` is a `locked_course`, or a context manager
    that provides its scratch folder if the course is locked already. Yields the run, its pool, and
    a scratch folder.
    """
    assignment = coursedir.assignment_id
    with open_gradebook(coursedir) as gradebook:
        source = coursedir.format_path(coursedir.source_directory, ".", assignment)
        release = coursedir.format_path(coursedir.release_directory, ".", assignment)
        definition = read_definition(gradebook, assignment, Path(source), Path(release))
        # Refuse before waiting for the lock.
        course = Course(coursedir, config, here=not scheduler)
        refuse(REFUSED, look(course, REFUSED))
        judged = is_judged(course.chain)
        if judged:
            refuse_other_languages(definition, Path(source))
        with lock as scratch:
            autograde = Autograde(coursedir=coursedir, config=config)
            execute = JudgeExecute(parent=autograde)
            if execute.sandbox:
                refuse_course_in_sight(coursedir)
            inputs = make_inputs(autograde, definition)
            writer = ResultWriter(autograde, gradebook, definition)
            trust = CollectSettings(config=config).trust_timestamps
            # Read under the lock: another run may have stored results while this one waited.
            stored = read_manual_grades(gradebook, assignment)
            leaks = LeakedFiles(coursedir, gradebook, assignment)
            run = ClassRun(autograde, inputs, writer, stored, force, trust, leaks)
            pool: Pool
            if course.here and judged:
                warm = forkserver if workers else forkserver_for(tuple(execute.preload))
                warm.ready_for(execute.preload)
                try_bridge(execute, warm)
            if scheduler:
                pool = DaskPool(inputs, scheduler)
            elif workers:
                if judged:
                    forkserver.ready_for(execute.preload)
                pool = LocalPool(inputs, workers, scratch, forkserver)
            else:
                pool = InlinePool(inputs)
            try:
                yield run, pool, scratch
            finally:
                pool.close()


def _read_points(gradebook: Gradebook, assignment: str) -> dict[str, float]:
    """Return the points of each submission, before the late penalty, by student."""
    submissions = read_scores(gradebook, assignment).submissions
    return {student: submission.points for student, submission in submissions.items()}


def _gone_sentence(coursedir: CourseDirectory, students: Collection[str]) -> str | None:
    """Return a sentence on students who have points and no submission; None if there are none."""
    gone = [student for student in sorted(students) if is_selected(coursedir, student)]
    if not gone:
        return None
    folders = [coursedir.submitted_directory, coursedir.autograded_directory]
    renamed = joined([str(Path(folder, gone[0])) for folder in folders])
    excluded = ",".join(filter(None, [coursedir.student_id_exclude, *gone]))
    return (
        f"These students have points, but no submission any more: {first_few(gone)}. Their points "
        f"stay, also in exports. If folders were renamed, rename them back to {renamed}, and run "
        "this again: points given by hand belong to these names. If the students have left the "
        "course, leave them out of grading: "
        f"c.CourseDirectory.student_id_exclude = {excluded!r}"
    )


def _choose(
    folders: dict[str, Path],
    students: Collection[str],
    coursedir: CourseDirectory,
    misplaced: str | None,
) -> dict[str, Path]:
    unknown = sorted(set(students) - set(folders))
    if unknown:
        raise UsageError(f"No submission to {coursedir.assignment_id} by {', '.join(unknown)}")
    if not folders:
        where = coursedir.format_path(coursedir.submitted_directory, "*", coursedir.assignment_id)
        sentence = f"Nothing was submitted: no folder matches {where}"
        raise UsageError(f"{sentence}. {misplaced}" if misplaced else sentence)
    return {student: folders[student] for student in students or folders}
