"""Grades in nbgrader's gradebook, as plain data: of a class, or of one submission.

nbgrader's own objects compute each score with a query; for a class of 10,000 that is hundreds of
thousands of queries. Here an assignment takes a few queries, and the result can be sent to another
process. Everything that reads grades uses these classes, so that no two parts can disagree:
`Scores` of an assignment holds a `Submission` for each student, that holds `NotebookGrades`, and
these a `CellGrade` for each cell with points. They follow `nbgrader.api.SubmittedAssignment`,
`SubmittedNotebook` and `Grade`, and use their names.

Entry points: `read_scores` (a class), `read_student_grades` and `read_grades` (one student), and
`read_manual_grades` (what people have entered). `nbjudge.course.visible` decides what of them a
student may see.
"""

import datetime
import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from nbgrader.api import (
    Assignment,
    Comment,
    Grade,
    Gradebook,
    GradeCell,
    Notebook,
    SolutionCell,
    SourceCell,
    SubmittedAssignment,
    SubmittedNotebook,
    TaskCell,
)
from sqlalchemy import Engine, create_engine, or_, select
from sqlalchemy.orm import Session

from ..files.text import FEW, first_few
from .database import find_assignment
from .graded_files import read_graded_files


def read_scores(gradebook: Gradebook, assignment: str) -> "Scores":
    """Read every grade of one assignment. Comments are left out.

    Who has an extension and has not submitted is left out, too, although nbgrader's gradebook holds
    a submission for each extension.

    Parameters
    ----------
    gradebook
        An open nbgrader gradebook.
    assignment
        The assignment's name.

    Returns
    -------
    Scores
        The cells with points, and the grades of every submission.

    Raises
    ------
    UsageError
        If the gradebook does not hold the assignment; the message names those that it holds.

    Examples
    --------
    Print the points of a class, and the cells that still need manual grading::

        from nbgrader.api import Gradebook
        from nbjudge import read_scores

        with Gradebook("sqlite:///gradebook.db") as gradebook:
            scores = read_scores(gradebook, "ps1")
        for student, submission in sorted(scores.submissions.items()):
            waiting = [cell.name for cell in submission.pending]
            print(student, submission.score, "of", scores.max_score, *waiting)
    """
    find_assignment(gradebook, assignment)
    with Session(gradebook.engine) as session:
        return _read(session, assignment)


def read_manual_grades(gradebook: Gradebook, assignment: str) -> dict[str, "Submission"]:
    """Read the submissions that the gradebook holds, with only the grades that a person entered.

    The result is by student. For due dates and manual scores, this is faster than `read_scores`.
    """
    with Session(gradebook.engine) as session:
        return _read(session, assignment, only_manual=True).submissions


def read_student_grades(engine: Engine, assignment: str, student: str) -> "Submission | None":
    """Read the grades and comments of one submission; None if the gradebook does not hold it.

    Raises `sqlalchemy.exc.SQLAlchemyError` if the gradebook cannot be read.
    """
    with Session(engine) as session:
        return _read(session, assignment, student=student).submissions.get(student)


def read_grades(db_url: str, assignment: str, student: str) -> dict[str, "NotebookGrades"]:
    """Read one submission, by notebook; {} if the gradebook does not hold it.

    The connection to `db_url` stays open for the next submission. Errors are those of
    `read_student_grades`.
    """
    submission = read_student_grades(_engine(db_url), assignment, student)
    return submission.notebooks if submission else {}


@cache
def _engine(db_url: str) -> Engine:
    return create_engine(db_url)


# ---- the data -------------------------------------------------------------------------------


class ScoredCell(NamedTuple):
    """Cell with points."""

    notebook: str
    name: str  # its grade_id
    max_score: float
    by_hand: bool  # True if a person scores it, False if its tests do
    first_line: str = ""  # of its text; "" if the gradebook lacks the text


@dataclass(slots=True)
class CellGrade:
    """Grade of one submission for one cell, with the fields of `nbgrader.api.Grade`.

    The scores and the extra credit are in points, or None if not given.
    """

    cell: ScoredCell
    auto_score: float | None = None
    manual_score: float | None = None
    extra_credit: float | None = None
    needs_manual_grade: bool = True
    # True for points that a student may not see yet (`visible.visible_grades`): the score is 0, and
    # was more, and less than the cell's points.
    part: bool = False

    @property
    def max_score(self) -> float:
        """The points of the cell."""
        return self.cell.max_score

    @property
    def points(self) -> float:
        """Points without extra credit; a person's score takes precedence over the tests' score."""
        if self.manual_score is not None:
            return self.manual_score
        return self.auto_score or 0.0

    @property
    def score(self) -> float:
        """Nbgrader's `Grade.score`: extra credit counts once there is a score to add it to."""
        if self.manual_score is None and self.auto_score is None:
            return 0.0
        return self.points + (self.extra_credit or 0.0)

    @property
    def by_hand(self) -> bool:
        """True if a person has given points for it, extra credit included."""
        return self.manual_score is not None or self.extra_credit is not None

    @property
    def automatic(self) -> bool:
        """True if it has points of which a person has given none."""
        return self.auto_score is not None and self.manual_score is None


@dataclass(slots=True)
class CellComment:
    """Comments of one submission on one cell, with the fields of `nbgrader.api.Comment`."""

    auto_comment: str | None = None
    manual_comment: str | None = None

    @property
    def comment(self) -> str | None:
        """The comment that counts; a person's takes precedence."""
        return self.auto_comment if self.manual_comment is None else self.manual_comment


@dataclass
class NotebookGrades:
    """Grades and comments of one notebook of a submission."""

    max_score: float  # points of the whole notebook
    grades: dict[str, CellGrade]  # of the cells with points, by name
    comments: dict[str, CellComment] = field(default_factory=dict)  # of cells that can have one
    late_submission_penalty: float | None = None  # points
    due: datetime.datetime | None = None  # the student's due date (naive UTC)
    concealed: frozenset[str] = frozenset()  # cells of which a student sees full, part or none
    counted_later: frozenset[str] = frozenset()  # cells of which a student sees no points
    # Identifies the student's files that these grades are for, as in the grading record; None if
    # nbjudge has not graded the notebook.
    submitted: str | None = None

    @property
    def score(self) -> float:
        """The points of the notebook, before the late penalty."""
        return sum(grade.score for grade in self.grades.values())

    @property
    def late_penalty(self) -> float:
        """The late penalty in points; 0 if there is none."""
        return self.late_submission_penalty or 0.0

    def as_autograded(self) -> "NotebookGrades":
        """Return only what autograding has given: no manual scores and comments, no penalty."""
        return NotebookGrades(
            self.max_score,
            {
                name: CellGrade(
                    grade.cell, grade.auto_score, needs_manual_grade=grade.auto_score is None
                )
                for name, grade in self.grades.items()
            },
            {name: CellComment(both.auto_comment) for name, both in self.comments.items()},
        )


@dataclass
class Submission:
    """Student's grades for the assignment."""

    student_id: str
    notebooks: dict[str, NotebookGrades] = field(default_factory=dict)
    timestamp: datetime.datetime | None = None  # time of submission (naive UTC), if it is known
    due: datetime.datetime | None = None  # due date with the student's extension (naive UTC)
    extension: datetime.timedelta | None = None  # 0 if it was taken back (`extensions.grant`)

    @property
    def grades(self) -> dict[ScoredCell, CellGrade]:
        """The grades of all notebooks by cell."""
        grades = {}
        for notebook in self.notebooks.values():
            grades.update({grade.cell: grade for grade in notebook.grades.values()})
        return grades

    def grade_of(self, cell: ScoredCell) -> CellGrade | None:
        """Return the grade for a cell; None if there is none."""
        notebook = self.notebooks.get(cell.notebook)
        return notebook.grades.get(cell.name) if notebook else None

    @property
    def manual(self) -> dict[tuple[str, str], tuple[float | None, float | None]]:
        """The manual score and the extra credit that a person entered, by notebook and cell."""
        return {
            (cell.notebook, cell.name): (grade.manual_score, grade.extra_credit)
            for cell, grade in self.grades.items()
            if grade.by_hand
        }

    @property
    def points(self) -> float:
        """The points before the late penalty."""
        # The same for any order of the rows, so that equal grades have equal sums.
        return math.fsum(grade.score for grade in self.grades.values())

    @property
    def penalty(self) -> float:
        """The late penalty of the whole submission, in points."""
        return sum(notebook.late_penalty for notebook in self.notebooks.values())

    @property
    def score(self) -> float:
        """The score minus the late penalty, at least 0, as `nbgrader export` computes it."""
        return rest(self.points, self.penalty)

    @property
    def pending(self) -> list[ScoredCell]:
        """The cells that a person has still to grade."""
        return sorted(cell for cell, grade in self.grades.items() if grade.needs_manual_grade)

    def late_score(self, notebook: str) -> float:
        """Return the score of one notebook minus its late penalty, at least 0."""
        grades = self.notebooks.get(notebook)
        return rest(grades.score, grades.late_penalty) if grades else 0.0

    def task_score(self, notebook: str) -> float:
        """Return the score of one notebook, before any late penalty."""
        grades = self.notebooks.get(notebook)
        return grades.score if grades else 0.0


@dataclass(frozen=True)
class Scores:
    """Scores of an assignment: its cells with points, and its submissions by student id."""

    assignment: str
    cells: list[ScoredCell]
    submissions: dict[str, Submission]

    @property
    def tasks(self) -> dict[str, float]:
        """The notebooks that carry points, in order, with their points."""
        points = _points_of(self.cells)
        return {notebook: total for notebook, total in points.items() if total > 0}

    @property
    def max_score(self) -> float:
        """The points of the whole assignment."""
        return sum(cell.max_score for cell in self.cells)


def _points_of(cells: Collection[ScoredCell]) -> dict[str, float]:
    """Return the points of each notebook, in the order of its first cell."""
    points: dict[str, float] = {}
    for cell in cells:
        points[cell.notebook] = points.get(cell.notebook, 0.0) + cell.max_score
    return points


def rest(score: float, penalty: float) -> float:
    """Return the score minus the late penalty, at least 0; 0 if only a rounding error is left."""
    left = score - penalty
    return left if left > 1e-9 else 0.0


def changes_line(changes: Mapping[str, tuple[float, float]]) -> str:
    """Return a sentence on whose points changed, with the first names; "" if nobody's did."""
    if not changes:
        return ""
    lines = [f"{name} {old:g} -> {new:g}" for name, (old, new) in sorted(changes.items())]
    more = " (--changes=FILE writes all)" if len(lines) > FEW else ""
    return f"Points changed: {first_few(lines)}{more}"


# ---- reading --------------------------------------------------------------------------------


def _read(
    session: Session, assignment: str, *, student: str | None = None, only_manual: bool = False
) -> Scores:
    """Read the grades of an assignment; nothing if the gradebook does not hold it.

    With `student`, only this student's, and the comments too. With `only_manual`, only the grades
    that a person has entered.
    """
    # Plain queries on indexed columns instead of one join: SQLite answers the join by comparing
    # every row with every row, in a time that grows with the square of the class. A submission
    # that is graded between two of the queries is left out until the next call.
    row = session.execute(
        select(Assignment.id, Assignment.duedate).where(Assignment.name == assignment)
    ).one_or_none()
    if row is None:
        return Scores(assignment, [], {})
    names = _names_of_notebooks(session, row.id)
    cells = _read_cells(session, names)
    by_id = _read_submissions(session, row.id, row.duedate, student)

    of_grades = [Grade.cell_id.in_(cells)]
    if only_manual:
        of_grades.append(or_(Grade.manual_score.is_not(None), Grade.extra_credit.is_not(None)))
    of_notebooks = [SubmittedNotebook.notebook_id.in_(names)]
    if only_manual:
        of_notebooks.append(SubmittedNotebook.id.in_(select(Grade.notebook_id).where(*of_grades)))
    if student is not None:
        of_notebooks.append(SubmittedNotebook.assignment_id.in_(by_id))
    notebooks = _read_notebooks(session, of_notebooks, by_id, names, _points_of(cells.values()))
    if student is not None:
        of_grades.append(Grade.notebook_id.in_(notebooks))

    rows = session.execute(
        select(
            Grade.notebook_id,
            Grade.cell_id,
            Grade.auto_score,
            Grade.manual_score,
            Grade.extra_credit,
            Grade.needs_manual_grade,
        ).where(*of_grades)
    )
    for notebook_id, cell_id, *values in rows:
        if notebook := notebooks.get(notebook_id):
            cell = cells[cell_id]
            notebook.grades[cell.name] = CellGrade(cell, *values)
    if student is not None:
        _read_comments(session, names, notebooks)
    if not only_manual:
        for notebook_id, submitted in read_graded_files(session, of_notebooks).items():
            if notebook := notebooks.get(notebook_id):
                notebook.submitted = submitted
    submissions = {submission.student_id: submission for submission in by_id.values()}
    if not only_manual:
        submissions = {
            student_id: submission
            for student_id, submission in submissions.items()
            if not _is_only_an_extension(submission)
        }
    return Scores(assignment, sorted(cells.values()), submissions)


def _is_only_an_extension(submission: Submission) -> bool:
    """Return whether somebody has granted an extension, and nothing was submitted or graded.

    It may be taken back. Without any extension, a submission without scores is one that nbgrader's
    own `autograde` failed to grade. nbjudge notes the files that it graded. nbgrader does not: what
    its `autograde` read without a time, in an assignment without tests, is one from the first
    points by hand on.
    """
    if submission.extension is None or submission.timestamp is not None:
        return False
    if any(notebook.submitted is not None for notebook in submission.notebooks.values()):
        return False
    return all(
        grade.auto_score is None and not grade.by_hand for grade in submission.grades.values()
    )


def _names_of_notebooks(session: Session, assignment_id: str) -> dict[str, str]:
    """Return the names of an assignment's notebooks by primary key."""
    query = select(Notebook.id, Notebook.name).where(Notebook.assignment_id == assignment_id)
    return {notebook_id: name for notebook_id, name in session.execute(query)}


def _read_cells(session: Session, names: Mapping[str, str]) -> dict[str, ScoredCell]:
    """Return the cells with points by primary key; `names` are those of their notebooks."""
    # nbgrader's rule (utils.determine_grade): a grade cell that is also a solution cell, and a task
    # cell, wait for a person; every other grade cell is scored by its tests.
    solutions = select(SolutionCell.notebook_id, SolutionCell.name)
    rows = session.execute(solutions.where(SolutionCell.notebook_id.in_(names)))
    written = {(notebook_id, name) for notebook_id, name in rows}
    sources = select(SourceCell.notebook_id, SourceCell.name, SourceCell.source)
    texts = session.execute(sources.where(SourceCell.notebook_id.in_(names)))
    first_lines = {
        (notebook_id, name): (source or "").partition("\n")[0]
        for notebook_id, name, source in texts
    }
    cells = {}
    for kind in (GradeCell, TaskCell):
        query = select(kind.id, kind.notebook_id, kind.name, kind.max_score)
        for cell_id, notebook_id, name, points in session.execute(
            query.where(kind.notebook_id.in_(names))
        ):
            key = (notebook_id, name)
            if kind is TaskCell:
                cells[cell_id] = ScoredCell(names[notebook_id], name, points, by_hand=True)
            else:
                cells[cell_id] = ScoredCell(
                    names[notebook_id], name, points, key in written, first_lines.get(key, "")
                )
    return cells


def _read_submissions(
    session: Session, assignment_id: str, duedate: datetime.datetime | None, student: str | None
) -> dict[str, Submission]:
    """Return the submissions by primary key, without grades; of one `student` or of all."""
    query = (
        select(
            SubmittedAssignment.id,
            SubmittedAssignment.student_id,
            SubmittedAssignment.timestamp,
            SubmittedAssignment.extension,
        )
        .where(SubmittedAssignment.assignment_id == assignment_id)
        .order_by(SubmittedAssignment.student_id)
    )
    if student is not None:
        query = query.where(SubmittedAssignment.student_id == student)
    submissions = {}
    for submission_id, student_id, timestamp, extension in session.execute(query):
        due = duedate + extension if duedate and extension else duedate
        submissions[submission_id] = Submission(
            student_id, timestamp=timestamp, due=due, extension=extension
        )
    return submissions


def _read_notebooks(
    session: Session,
    conditions: list[Any],
    submissions: Mapping[str, Submission],
    names: Mapping[str, str],
    max_scores: Mapping[str, float],
) -> dict[str, NotebookGrades]:
    """Add the notebooks that meet the conditions to their submissions; return them by primary key.

    `submissions` and the `names` of notebooks are by primary key, `max_scores` by name.
    """
    query = select(
        SubmittedNotebook.id,
        SubmittedNotebook.assignment_id,
        SubmittedNotebook.notebook_id,
        SubmittedNotebook.late_submission_penalty,
    ).where(*conditions)
    notebooks = {}
    for row_id, submission_id, notebook_id, penalty in session.execute(query):
        if submission := submissions.get(submission_id):
            name = names[notebook_id]
            notebook = NotebookGrades(
                max_scores.get(name, 0.0),
                grades={},
                late_submission_penalty=penalty,
                due=submission.due,
            )
            submission.notebooks[name] = notebook
            notebooks[row_id] = notebook
    return notebooks


def _read_comments(
    session: Session, names: Mapping[str, str], notebooks: Mapping[str, NotebookGrades]
) -> None:
    """Add the comments on the cells of some notebooks; `names` and `notebooks` are by primary key.

    nbgrader keeps a comment for each solution cell and each task cell.
    """
    cells = {}
    for kind in (SolutionCell, TaskCell):
        query = select(kind.id, kind.name).where(kind.notebook_id.in_(names))
        cells.update({cell_id: name for cell_id, name in session.execute(query)})
    # Filter by cell too: the only index is on (cell_id, notebook_id), in that order, and cannot be
    # used with the notebook alone.
    query = select(
        Comment.notebook_id, Comment.cell_id, Comment.auto_comment, Comment.manual_comment
    ).where(Comment.cell_id.in_(cells), Comment.notebook_id.in_(notebooks))
    for notebook_id, cell_id, *texts in session.execute(query):
        notebooks[notebook_id].comments[cells[cell_id]] = CellComment(*texts)
