"""The gradebook of a course, opened in one place, and what a person has entered in it."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nbgrader.api import (
    Assignment,
    BaseCell,
    Grade,
    Gradebook,
    Notebook,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.coursedir import CourseDirectory
from sqlalchemy import or_, select
from sqlalchemy.engine import make_url
from sqlalchemy.orm import Session


def open_gradebook(coursedir: CourseDirectory) -> Gradebook:
    """Open the gradebook of a course; use it in a `with` statement.

    Raises
    ------
    ValueError
        If it is an SQLite file that is not there: nbgrader would make an empty one.
    """
    database = make_url(coursedir.db_url)
    if database.get_backend_name() == "sqlite" and not Path(database.database or "").is_file():
        raise ValueError(
            f"There is no gradebook {database.database}: run this in the course folder, after "
            "`nbgrader generate_assignment`."
        )
    return Gradebook(coursedir.db_url, coursedir.course_id)


@dataclass
class Known:
    """What the gradebook holds already of one submission. See `nbgrader.api`."""

    timestamp: Any
    extension: Any
    manual: dict[tuple[str, str], tuple[float | None, float | None]] = field(default_factory=dict)


def read_known(gradebook: Gradebook, assignment: str) -> dict[str, Known]:
    """Read, for each student with a submission in the gradebook, what a person entered."""
    submissions = select(
        SubmittedAssignment.student_id,
        SubmittedAssignment.timestamp,
        SubmittedAssignment.extension,
    ).join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
    entered = (
        select(
            SubmittedAssignment.student_id,
            Notebook.name,
            BaseCell.name,
            Grade.manual_score,
            Grade.extra_credit,
        )
        .join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
        .join(Notebook, Notebook.id == SubmittedNotebook.notebook_id)
        .join(Assignment, Assignment.id == Notebook.assignment_id)
        .join(Grade, Grade.notebook_id == SubmittedNotebook.id)
        .join(BaseCell, BaseCell.id == Grade.cell_id)
        .where(or_(Grade.manual_score.is_not(None), Grade.extra_credit.is_not(None)))
    )
    with Session(gradebook.engine) as session:
        known = {
            student: Known(timestamp, extension)
            for student, timestamp, extension in session.execute(
                submissions.where(Assignment.name == assignment)
            )
        }
        for student, notebook, cell, *scores in session.execute(
            entered.where(Assignment.name == assignment)
        ):
            known[student].manual[notebook, cell] = tuple(scores)
    return known
