"""Preprocessors of `GenerateAssignment`: a line that heads each notebook, and a warning."""

import contextlib
import datetime
from collections.abc import Sequence
from typing import Any

from nbformat import NotebookNode
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import List, Unicode

from ..course.daily_notices import new_today, not_checked
from ..course.given_away import warning
from ..gradebook.languages import is_python

Resources = dict[str, Any]


class AssignmentHeader(NbGraderPreprocessor):
    """A preprocessor that writes the order of assignments and the due date into a notebook.

    Add it to ``GenerateAssignment.preprocessors``. Wherever the notebook is opened then, in
    JupyterLab, in Colab or in VS Code, there is a line below its title such as "Assignment 2 of 3:
    primer, **lab**, sequel. Due on Friday, 4 December 2026, 17:00 UTC." A notebook that does not
    begin with a heading gets none.
    """

    assignments = List(
        Unicode(),
        help="The assignments of the course in the order in which students do them.",
    ).tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: Resources) -> tuple[NotebookNode, Resources]:
        """Write the line below the heading in the first cell."""
        assignment = resources["nbgrader"]["assignment"]
        due = due_date(resources["nbgrader"]["db_url"], assignment)
        line = header_line(assignment, self.assignments, due)
        first = nb.cells[0] if nb.cells else None
        if line and first and first.source.startswith("#") and first.cell_type == "markdown":
            heading, end, text = first.source.partition("\n")
            first.source = f"{heading}\n\n*{line}*{end}{text}"
        return nb, resources


class WarnUnchecked(NbGraderPreprocessor):
    """A preprocessor that warns if an assignment was never checked, or has changed since.

    It also warns of files next to the notebooks that give solutions away. Add it to
    ``GenerateAssignment.preprocessors``. A warning comes once for each state of the files, and the
    first not for a notebook in another language than Python.
    """

    def __init__(self, **traits: Any) -> None:
        """Set traits; nbgrader makes one object for all notebooks of a run."""
        super().__init__(**traits)
        self._looked_into = set[str]()  # assignments

    def preprocess(self, nb: NotebookNode, resources: Resources) -> tuple[NotebookNode, Resources]:
        """Log the warnings; the notebook stays as it is."""
        coursedir = CourseDirectory(config=self.config)
        assignment = resources["nbgrader"]["assignment"]
        coursedir.assignment_id = assignment
        if is_python(nb.metadata) and (sentence := not_checked(coursedir)):
            self.log.warning("%s", sentence)
        if assignment in self._looked_into:
            return nb, resources
        self._looked_into.add(assignment)
        if sentence := warning(coursedir):
            for new in new_today(coursedir, [sentence]):
                self.log.warning("%s", new)
        return nb, resources


def due_date(db_url: str, assignment: str) -> datetime.datetime | None:
    """Return the due date of an assignment in the gradebook: naive UTC, or None."""
    due: datetime.datetime | None = None
    with contextlib.suppress(MissingEntry), Gradebook(db_url) as gradebook:
        due = gradebook.find_assignment(assignment).duedate
    return due


def header_line(assignment: str, order: Sequence[str], due: datetime.datetime | None) -> str:
    """Return the sentences on an assignment's place and due date; "" if neither is known."""
    sentences = []
    if assignment in order:
        names = ", ".join(f"**{name}**" if name == assignment else name for name in order)
        sentences.append(f"Assignment {order.index(assignment) + 1} of {len(order)}: {names}.")
    if due is not None:
        sentences.append(f"Due on {due:%A}, {due.day} {due:%B %Y, %H:%M} UTC.")
    return " ".join(sentences)
