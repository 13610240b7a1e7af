"""Grades of one submission in the gradebook: points, cells that wait for a person, and comments.

Entry point: `read_grades`. nbgrader runs one query for each cell. Here a submission takes three
queries, and the result is plain data that can be sent to another process.
"""

import datetime
from collections.abc import Collection
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

    `score` has the extra credit in it. `needs_manual_grade` is True if the cell needs manual
    grading, and `automatic` if it has points of which a person has given none. `part` is True for
    points that a student may not see yet: `score` is then 0, and was more, and less than
    `max_score`.
    """

    score: float
    max_score: float
    needs_manual_grade: bool
    automatic: bool
    part: bool = False


class NotebookGrades(NamedTuple):
    """Grades of a notebook of a submission.

    `max_score` and `late_penalty` are in points. `grades` holds the cells with points by name, and
    `comments` the cells that can have a comment. `due` is the student's due date (naive UTC), and
    `concealed` names the cells of which a student sees only full, part or none.
    """

    max_score: float
    late_penalty: float
    grades: dict[str, CellGrade]
    comments: dict[str, str | None]
    due: datetime.datetime | None = None
    concealed: frozenset[str] = frozenset()

    @property
    def score(self) -> float:
        """The points of the notebook, before the late penalty."""
        return sum(grade.score for grade in self.grades.values())


def read_grades(db_url: str, assignment: str, student: str) -> dict[str, NotebookGrades]:
    """Read the present grades of one submission, by notebook; {} if the gradebook does not hold it.

    The connection to `db_url` stays open for the next submission. Raises
    `sqlalchemy.exc.SQLAlchemyError` if the gradebook cannot be read.
    """
    submitted = (
        select(
            SubmittedNotebook.id,
            Notebook.name,
            Notebook.max_score,
            SubmittedNotebook.late_submission_penalty,
            Assignment.duedate,
            SubmittedAssignment.extension,
        )
        .join(Notebook, Notebook.id == SubmittedNotebook.notebook_id)
        .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
        .join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
        .where(Assignment.name == assignment, SubmittedAssignment.student_id == student)
    )
    with Session(_engine(db_url)) as session:
        found = {
            key: (name, NotebookGrades(max_score, penalty or 0.0, {}, {}, _due(*times)))
            for key, name, max_score, penalty, *times in session.execute(submitted)
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


def as_shown(
    found: NotebookGrades, in_process: Collection[str], *, attempts: bool
) -> NotebookGrades:
    """Return grades as a student may see them: of in-process cells, only after the due date.

    A submission can read an in-process cell, hidden tests included, and decide its points. If the
    student saw these, with the digits of partial credit, or the cell's outputs, the next attempt
    would know what was tested. With `attempts` (`nbjudge watch`), students can submit again and
    again, so without a due date the points are never shown.
    """
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    if now > found.due if found.due else not attempts:
        return found
    concealed = frozenset(in_process) & found.grades.keys()
    grades = {
        name: grade._replace(score=0.0, part=True)
        if name in concealed and 0 < grade.score < grade.max_score
        else grade
        for name, grade in found.grades.items()
    }
    return found._replace(grades=grades, concealed=concealed)


def _due(
    duedate: datetime.datetime | None, extension: datetime.timedelta | None
) -> datetime.datetime | None:
    return duedate and duedate + (extension or datetime.timedelta())


@cache
def _engine(db_url: str) -> Engine:
    return create_engine(db_url)
