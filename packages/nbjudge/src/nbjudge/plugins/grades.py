"""Points and comments for the feedback page, without a database connection per page."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from nbgrader.api import MissingEntry
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import is_grade, is_solution, is_task
from traitlets import Bool

from ..course.visible import RestrictedCells, visible_grades
from ..exchange.attempts import can_submit_again
from ..gradebook.record import Record
from ..gradebook.scores import NotebookGrades, rest

Resources = dict[str, Any]


class PagePoints(NamedTuple):
    """A feedback page of a submission, and the points of its notebook as its student may see them.

    `points` is the score after the late penalty; None if there is none to show.
    """

    name: str
    points: float | None = None
    possible: float = 0.0


def points_of_pages(
    folder: Path,
    stored: Mapping[str, NotebookGrades],
    record: Record | None,
    *,
    attempts: bool,
) -> list[PagePoints]:
    """Return the pages of a submission in their order, with their points.

    Parameters
    ----------
    folder
        The autograded submission.
    stored
        Its grades, by notebook.
    record
        Its grading record, or None if `nbgrader autograde` graded it.
    attempts
        That of `nbjudge.course.visible.is_over`.
    """
    pages = []
    for name in sorted(path.stem for path in folder.glob("*.ipynb") if path.is_file()):
        page = PagePoints(name)
        if grades := stored.get(name):
            restricted = RestrictedCells.of_record(record, name, grades)
            visible = visible_grades(grades, restricted, attempts=attempts)
            # Without a record, only the page's own notebook says which cells are restricted.
            if record is not None or visible is grades:
                page = PagePoints(
                    name, rest(visible.score, visible.late_penalty), visible.max_score
                )
        pages.append(page)
    return pages


def expects_attempts(converter: object, student: str, assignment: str) -> bool:
    """Return whether the student of a page can submit again after `nbjudge watch` has graded.

    `converter` makes the page: a `PageMaker`, another converter of nbgrader's, or None.
    """
    # A `PageMaker` of the watch makes pages before it records the first attempt.
    if getattr(converter, "attempts", False):
        return True
    coursedir = getattr(converter, "coursedir", None) or CourseDirectory()
    return can_submit_again(coursedir, student, assignment)


class JudgeGetGrades(Preprocessor):
    """A replacement for nbgrader's ``GetGrades`` that doesn't reopen the gradebook for each page.

    Use it instead of ``GetGrades`` in ``GenerateFeedback.preprocessors``. It takes the grades that
    `FeedbackExporter` has already read.
    """

    enabled = Bool(True, help="Whether to show points and comments.").tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: Resources) -> tuple[NotebookNode, Resources]:
        found = grades_of(resources)
        for cell in nb.cells:
            if is_solution(cell) or is_task(cell):
                name = cell.metadata.nbgrader.grade_id
                if name not in found.comments:
                    raise _missing("comment", resources, name)
                cell.metadata.nbgrader.comment = found.comments[name].comment
            if is_grade(cell) or is_task(cell):
                name = cell.metadata.nbgrader.grade_id
                if name not in found.grades:
                    raise _missing("grade", resources, name)
                cell.metadata.nbgrader.score = found.grades[name].score
                cell.metadata.nbgrader.points = found.grades[name].max_score
        resources["nbgrader"]["score"] = found.score - found.late_penalty
        resources["nbgrader"]["max_score"] = found.max_score
        resources["nbgrader"]["late_penalty"] = found.late_penalty
        return nb, resources


def grades_of(resources: Resources) -> NotebookGrades:
    """Return the grades of a page's notebook, which `FeedbackExporter` has read.

    Raise `nbgrader.api.MissingEntry` if the gradebook does not contain the submission.
    """
    grades: NotebookGrades | None = resources["grades"]
    if grades is None:
        raise _missing("submitted notebook", resources)
    return grades


def _missing(what: str, resources: Resources, *cell: str) -> MissingEntry:
    """Return an error with the same wording as nbgrader's."""
    about = resources["nbgrader"]
    path = "/".join([about["assignment"], about["notebook"], *cell])
    return MissingEntry(f"No such {what}: {path} for {about['student']}")
