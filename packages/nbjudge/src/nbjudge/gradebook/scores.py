"""Scores of a class, read from nbgrader's gradebook in a few queries.

nbgrader's own objects compute each score with a query; for a class of 10,000 that is hundreds of
thousands of queries. `read_scores` reads the whole assignment at once. The report and the exports
both use it, so that they cannot disagree. `read_points` and `changes_line` tell whose points a run
has changed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from nbgrader.api import Assignment, Grade, Gradebook, SubmittedAssignment, SubmittedNotebook
from sqlalchemy import select
from sqlalchemy.orm import Session

from ..files.text import FEW, first_few
from .database import find_assignment


def read_scores(gradebook: Gradebook, assignment: str) -> "Scores":
    """Read every grade of one assignment.

    Parameters
    ----------
    gradebook
        An open nbgrader gradebook.
    assignment
        The assignment's name.

    Returns
    -------
    Scores
        The cells with points, and the marks of every submission.

    Raises
    ------
    UsageError
        If the gradebook does not hold the assignment; the message names those that it holds.

    Examples
    --------
    Print the points of a class::

        from nbgrader.api import Gradebook
        from nbjudge import read_scores

        with Gradebook("sqlite:///gradebook.db") as gradebook:
            scores = read_scores(gradebook, "ps1")
        for student, submission in sorted(scores.submissions.items()):
            print(student, submission.score, "of", scores.max_score)
    """
    entry = find_assignment(gradebook, assignment)
    cells = {}
    for notebook in entry.notebooks:
        # nbgrader's rule (utils.determine_grade): a grade cell that is also a solution cell, and
        # a task cell, wait for a person; every other grade cell is scored by its tests.
        written = {cell.name for cell in notebook.solution_cells}
        first = {cell.name: cell.source.partition("\n")[0] for cell in notebook.source_cells}
        for cell in notebook.grade_cells:
            name, most = cell.name, cell.max_score
            cells[cell.id] = ScoredCell(
                notebook.name, name, most, name in written, first.get(name, "")
            )
        for cell in notebook.task_cells:
            cells[cell.id] = ScoredCell(notebook.name, cell.name, cell.max_score, True)

    # Three plain queries on indexed columns instead of one join: SQLite answers the join by
    # comparing every row with every row, in a time that grows with the square of the class. A
    # submission that is graded between two of the queries is left out until the next call.
    rows = gradebook.db.execute(
        select(SubmittedAssignment.id, SubmittedAssignment.student_id)
        .where(SubmittedAssignment.assignment_id == entry.id)
        .order_by(SubmittedAssignment.student_id)
    )
    by_id = {submission_id: Submission(student_id) for submission_id, student_id in rows}
    names = {notebook.id: notebook.name for notebook in entry.notebooks}
    rows = gradebook.db.execute(
        select(
            SubmittedNotebook.id,
            SubmittedNotebook.assignment_id,
            SubmittedNotebook.notebook_id,
            SubmittedNotebook.late_submission_penalty,
        ).where(SubmittedNotebook.notebook_id.in_(names))
    )
    by_notebook = {}
    for row_id, submission_id, notebook_id, penalty in rows:
        if submission := by_id.get(submission_id):
            by_notebook[row_id] = submission
            submission.penalties[names[notebook_id]] = penalty or 0.0
    rows = gradebook.db.execute(
        select(
            Grade.notebook_id,
            Grade.cell_id,
            Grade.auto_score,
            Grade.manual_score,
            Grade.extra_credit,
            Grade.needs_manual_grade,
        ).where(Grade.cell_id.in_(cells))
    )
    for notebook_id, cell_id, auto, manual, extra, pending in rows:
        if submission := by_notebook.get(notebook_id):
            submission.marks[cells[cell_id]] = Mark(auto, manual, extra or 0.0, pending)
    submissions = {submission.student_id: submission for submission in by_id.values()}
    return Scores(assignment, sorted(cells.values()), submissions)


def rest(score: float, penalty: float) -> float:
    """Return the score minus the late penalty, at least 0; 0 if only a rounding error is left."""
    return left if (left := score - penalty) > 1e-9 else 0.0


class ScoredCell(NamedTuple):
    """Cell with points: its notebook, its grade_id, its points, and True if a person scores it.

    `first_line` is the first line of its text; "" if the gradebook lacks the text.
    """

    notebook: str
    name: str
    max_score: float
    by_hand: bool
    first_line: str = ""


class Mark(NamedTuple):
    """Mark of one submission for one cell; `auto` and `manual` are None if not yet given."""

    auto: float | None
    manual: float | None
    extra: float
    pending: bool

    @property
    def points(self) -> float:
        """Points without extra credit; a person's score takes precedence over the tests' score."""
        if self.manual is not None:
            return self.manual
        return self.auto or 0.0

    @property
    def score(self) -> float:
        """Nbgrader's `Grade.score`: extra credit counts once there is a score to add it to."""
        if self.manual is None and self.auto is None:
            return 0.0
        return self.points + self.extra


@dataclass
class Submission:
    """Student's marks for the assignment and late penalties by notebook, both in points."""

    student_id: str
    penalties: dict[str, float] = field(default_factory=dict)
    marks: dict[ScoredCell, Mark] = field(default_factory=dict)

    @property
    def penalty(self) -> float:
        """The late penalty of the whole submission."""
        return sum(self.penalties.values())

    @property
    def score(self) -> float:
        """The score minus the late penalty, at least 0, as `nbgrader export` computes it."""
        return rest(sum(mark.score for mark in self.marks.values()), self.penalty)

    @property
    def pending(self) -> list[ScoredCell]:
        """The cells that a person has still to grade."""
        return sorted(cell for cell, mark in self.marks.items() if mark.pending)

    def late_score(self, notebook: str) -> float:
        """Return the score of one notebook minus its late penalty, at least 0."""
        return rest(self.task_score(notebook), self.penalties.get(notebook, 0.0))

    def task_score(self, notebook: str) -> float:
        """Return the score of one notebook, before any late penalty."""
        return sum(mark.score for cell, mark in self.marks.items() if cell.notebook == notebook)


@dataclass(frozen=True)
class Scores:
    """Scores of an assignment: its cells with points, and its submissions by student id."""

    assignment: str
    cells: list[ScoredCell]
    submissions: dict[str, Submission]

    @property
    def tasks(self) -> dict[str, float]:
        """The notebooks that carry points, in order, with their points."""
        points: dict[str, float] = {}
        for cell in self.cells:
            points[cell.notebook] = points.get(cell.notebook, 0.0) + cell.max_score
        return {notebook: total for notebook, total in points.items() if total > 0}

    @property
    def max_score(self) -> float:
        """The points of the whole assignment."""
        return sum(cell.max_score for cell in self.cells)


def read_points(gradebook: Gradebook, assignment: str) -> dict[str, float]:
    """Return the points of each submission, before the late penalty, by student."""
    points = (
        select(SubmittedAssignment.student_id, SubmittedAssignment.score)
        .join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
        .where(Assignment.name == assignment)
    )
    with Session(gradebook.engine) as session:
        return {student: float(score or 0) for student, score in session.execute(points)}


def changes_line(changes: Mapping[str, tuple[float, float]]) -> str:
    """Return a sentence on whose points changed, with the first names; "" if nobody's did."""
    if not changes:
        return ""
    lines = [f"{name} {old:g} -> {new:g}" for name, (old, new) in sorted(changes.items())]
    more = " (--changes=FILE writes all)" if len(lines) > FEW else ""
    return f"Points changed: {first_few(lines)}{more}"
