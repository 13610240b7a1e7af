"""The points and comments of a submission, put into its cells for the page."""

from typing import Any

from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from nbgrader.api import MissingEntry
from nbgrader.utils import is_grade, is_solution, is_task
from traitlets import Bool

from ..course.read_grades import NotebookGrades

Resources = dict[str, Any]


class Grades(Preprocessor):
    """Do what nbgrader's ``GetGrades`` does, with what `FeedbackExporter` has read already.

    Put it into ``GenerateFeedback.preprocessors`` in the place of ``GetGrades``, which opens the
    gradebook again for each page.
    """

    enabled = Bool(True, help="Whether to show points and comments.").tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: Resources) -> tuple[NotebookNode, Resources]:
        found = grades_of(resources)
        for cell in nb.cells:
            if is_solution(cell) or is_task(cell):
                name = cell.metadata.nbgrader.grade_id
                if name not in found.comments:
                    raise _missing("comment", resources, name)
                cell.metadata.nbgrader.comment = found.comments[name]
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
    """What `FeedbackExporter` has read of the notebook that a page is made of.

    Raises
    ------
    nbgrader.api.MissingEntry
        If the gradebook does not hold the submission.
    """
    grades: NotebookGrades | None = resources["grades"]
    if grades is None:
        raise _missing("submitted notebook", resources)
    return grades


def _missing(what: str, resources: Resources, *cell: str) -> MissingEntry:
    """The error as nbgrader words it."""
    about = resources["nbgrader"]
    path = "/".join([about["assignment"], about["notebook"], *cell])
    return MissingEntry(f"No such {what}: {path} for {about['student']}")
