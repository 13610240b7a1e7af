"""Grades of one submission in the gradebook: points, cells that wait for a person, and comments.

Entry point: `read_grades`. nbgrader runs one query for each cell. Here a submission takes three
queries, and the result is plain data that can be sent to another process.
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
from sqlalchemy import Engine, and_, create_engine, select
from sqlalchemy.orm import Session


class CellGrade(NamedTuple):
    """Points of a cell.

    `score` has the extra credit in it. `needs_manual_grade` is True if the cell waits for a person,
    and `automatic` if it has points of which a person has given none.
    """

    score: float
    max_score: float
    needs_manual_grade: bool
    automatic: bool


class NotebookGrades(NamedTuple):
    """Grades of a notebook of a submission.

    `max_score` and `late_penalty` are in points. `grades` holds the cells with points by name, and
    `comments` the cells that can have a comment.
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
    """Read the present grades of one submission.

    Parameters
    ----------
    db_url
        The URL of the gradebook. The connection stays open for the next submission.
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
        # Filter by cell too: the only index is on (cell_id, notebook_id), in that order, and
        # cannot be used with the notebook alone.
        cells = select(BaseCell.id).join(Notebook).join(Assignment)
        cells = cells.where(Assignment.name == assignment)
        grades = (
            select(
                Grade.notebook_id,
                BaseCell.name,
                Grade.score,
                Grade.max_score,
                Grade.needs_manual_grade,
                and_(Grade.auto_score.is_not(None), Grade.manual_score.is_(None)),
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
