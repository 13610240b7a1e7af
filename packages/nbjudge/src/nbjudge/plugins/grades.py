"""Points and comments for the feedback page, without a database connection per page."""

from typing import Any

from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from nbgrader.api import MissingEntry
from nbgrader.utils import is_grade, is_solution, is_task
from traitlets import Bool

from ..gradebook.scores import NotebookGrades

Resources = dict[str, Any]


class JudgeGetGrades(Preprocessor):
    """A replacement for nbgrader's ``GetGrades``, which opens the gradebook again for each page.

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
