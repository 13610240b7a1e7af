"""What the gradebook holds of one submission: points, what waits for a person, and comments.

Entry point: `read_grades`. nbgrader asks for each cell with a query of its own; here a submission
takes three, and what was read can be handed to another process.
"""

from functools import cache
from typing import NamedTuple

from nbgrader.api import (
    Assignment,
    BaseCell,
    Comment,
    Grade,
    Notebook,
    SubmittedAssignment,
    SubmittedNotebook,
)
from sqlalchemy import Engine, create_engine, select
from sqlalchemy.orm import Session


class CellGrade(NamedTuple):
    """A cell with points: those given, with extra credit, those possible, and whether it waits."""

    score: float
    max_score: float
    needs_manual_grade: bool


class NotebookGrades(NamedTuple):
    """A notebook of a submission.

    `max_score` and `late_penalty` are in points, `grades` has the cells with points by name, and
    `comments` those that can have a comment.
    """

    max_score: float
    late_penalty: float
    grades: dict[str, CellGrade]
    comments: dict[str, str | None]

    @property
    def score(self) -> float:
        """The points of the notebook, before the late penalty."""
        return sum(grade.score for grade in self.grades.values())


def read_grades(db_url: str, assignment: str, student: str) -> dict[str, NotebookGrades]:
    """Read what a gradebook holds now of one submission.

    Parameters
    ----------
    db_url
        The address of the gradebook. It stays open for the next submission.
    assignment, student
        Their names in the gradebook.

    Returns
    -------
    The notebooks by name; none if the gradebook does not hold the submission.

    Raises
    ------
    sqlalchemy.exc.SQLAlchemyError
        If the gradebook cannot be read.
    """
    submitted = (
        select(
            SubmittedNotebook.id,
            Notebook.name,
            Notebook.max_score,
            SubmittedNotebook.late_submission_penalty,
        )
        .join(Notebook, Notebook.id == SubmittedNotebook.notebook_id)
        .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
        .join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
        .where(Assignment.name == assignment, SubmittedAssignment.student_id == student)
    )
    with Session(_engine(db_url)) as session:
        found = {
            key: (name, NotebookGrades(max_score, penalty or 0.0, {}, {}))
            for key, name, max_score, penalty in session.execute(submitted)
        }
        # By cell first, as a notebook's key alone has no index.
        cells = select(BaseCell.id).join(Notebook).join(Assignment)
        cells = cells.where(Assignment.name == assignment)
        grades = (
            select(
                Grade.notebook_id,
                BaseCell.name,
                Grade.score,
                Grade.max_score,
                Grade.needs_manual_grade,
            )
            .join(BaseCell, BaseCell.id == Grade.cell_id)
            .where(Grade.cell_id.in_(cells), Grade.notebook_id.in_(found))
        )
        for key, cell, *values in session.execute(grades):
            found[key][1].grades[cell] = CellGrade(*values)
        comments = (
            select(Comment.notebook_id, BaseCell.name, Comment.comment)
            .join(BaseCell, BaseCell.id == Comment.cell_id)
            .where(Comment.cell_id.in_(cells), Comment.notebook_id.in_(found))
        )
        for key, cell, comment in session.execute(comments):
            found[key][1].comments[cell] = comment
    return dict(found.values())


@cache
def _engine(db_url: str) -> Engine:
    return create_engine(db_url)
