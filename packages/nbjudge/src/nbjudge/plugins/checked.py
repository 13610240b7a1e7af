"""A warning while an assignment is generated that `nbjudge check` has not seen as it is."""

from typing import Any

from nbformat import NotebookNode
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import NbGraderPreprocessor

from ..course.said import not_checked

Resources = dict[str, Any]


class WarnUnchecked(NbGraderPreprocessor):
    """A preprocessor that warns if an assignment was never checked, or has changed since.

    Add it to ``GenerateAssignment.preprocessors``. The warning comes once for each state of the
    notebooks.
    """

    def preprocess(self, nb: NotebookNode, resources: Resources) -> tuple[NotebookNode, Resources]:
        """Log the warning; the notebook stays as it is."""
        coursedir = CourseDirectory(config=self.config)
        coursedir.assignment_id = resources["nbgrader"]["assignment"]
        if sentence := not_checked(coursedir):
            self.log.warning("%s", sentence)
        return nb, resources
