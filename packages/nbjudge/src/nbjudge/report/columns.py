"""Columns of the report's tables: the name of each column, and its value in a row.

A column of the table of students is one entry of `student_columns`, for the page and the file. A
column of another file is one entry of `CELL_COLUMNS`, `CHECK_COLUMNS` or `MESSAGE_COLUMNS`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from nbisolate import Measured

from ..course.failed_cells import CheckMessage
from ..files.text import one_line
from ..gradebook.scores import CellGrade, ScoredCell, Submission
from .gather import Class
from .items import Check

Row = TypeVar("Row")
Value = str | float | None  # None is an empty cell


@dataclass(frozen=True)
class Column(Generic[Row]):
    """Column of a CSV file; `value` is called with a row."""

    name: str
    value: Callable[[Row], Value]


@dataclass(frozen=True)
class StudentColumn(Column[Submission]):
    """Column of the table of students, in `students.csv` and on the page.

    `name` is "" if the file lacks the column, and `heading` if the page does. A page without a
    value in any row lacks it too.
    """

    heading: str = ""
    note: str = ""  # below the heading, such as the unit
    digits: str = "%.4g"  # the format of a number on the page


class CellRow(NamedTuple):
    """A student's points in a cell."""

    student: str
    cell: ScoredCell
    grade: CellGrade


class MessageRow(NamedTuple):
    """A message that a check gave a student."""

    student: str
    name: str | None  # of the student
    cell: ScoredCell
    points: float | None
    message: CheckMessage


def student_columns(data: Class) -> list[StudentColumn]:
    """Return the columns of the table of students, in order."""

    def measured(submission: Submission) -> Measured:
        record = data.records.get(submission.student_id)
        return record.measured if record else Measured()

    def points_of(task: str) -> Callable[[Submission], float]:
        return lambda submission: submission.task_score(task)

    tasks = [StudentColumn(task, points_of(task)) for task in data.scores.tasks]
    return [
        StudentColumn("student_id", lambda submission: submission.student_id),
        StudentColumn("name", lambda submission: data.names.get(submission.student_id)),
        *tasks,
        StudentColumn(
            "points",
            lambda submission: submission.score,
            heading="Points",
            note=f"of {data.scores.max_score:.4g}",
        ),
        StudentColumn("of", lambda submission: data.scores.max_score),
        StudentColumn(
            "to_grade", lambda submission: sum(cell.by_hand for cell in submission.pending)
        ),
        StudentColumn(
            "attention",
            lambda submission: one_line("; ".join(data.reasons.get(submission.student_id, []))),
        ),
        StudentColumn(
            "",
            lambda submission: measured(submission).seconds,
            heading="Time",
            note="s",
            digits="%.1f",
        ),
        StudentColumn(
            "",
            lambda submission: measured(submission).peak_memory_mb,
            heading="Memory",
            note="peak, MB",
            digits="%.0f",
        ),
    ]


CELL_COLUMNS: list[Column[CellRow]] = [
    Column("student_id", lambda row: row.student),
    Column("notebook", lambda row: row.cell.notebook),
    Column("cell", lambda row: row.cell.name),
    Column("automatic", lambda row: row.grade.auto_score),
    Column("manual", lambda row: row.grade.manual_score),
    Column("extra", lambda row: row.grade.extra_credit or 0.0),
    Column("of", lambda row: row.cell.max_score),
    Column("to_grade", lambda row: int(row.grade.needs_manual_grade)),
]
CHECK_COLUMNS: list[Column[Check]] = [
    Column("notebook", lambda check: check.cell.notebook),
    Column("cell", lambda check: check.cell.name),
    Column("of", lambda check: check.cell.max_score),
    Column("scored", lambda check: check.scored),
    Column("passed", lambda check: check.passed),
    Column("wrong", lambda check: check.wrong),
    Column("not_written", lambda check: check.unwritten),
    Column("lacking", lambda check: check.lacking),
    Column("mean_lost", lambda check: check.lost),
    Column("difficulty", lambda check: check.difficulty),
]
MESSAGE_COLUMNS: list[Column[MessageRow]] = [
    Column("student_id", lambda row: row.student),
    Column("name", lambda row: row.name),
    Column("notebook", lambda row: row.cell.notebook),
    Column("cell", lambda row: row.cell.name),
    Column("points", lambda row: row.points),
    Column("of", lambda row: row.cell.max_score),
    Column("error", lambda row: row.message.error),
    Column("message", lambda row: one_line(row.message.text)),
]
