"""Atomic storage of graded submissions in nbgrader's gradebook and autograded/.

A submission is one transaction and one rename of a folder. The new folder is first written under a
hidden name, then the transaction is committed, then the folder is renamed. The folder contains the
record of the graded version. If a run is killed at any point, the next run finds no matching
record, grades the submission again and stores the same result.
"""

import datetime
import os
import shutil
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from nbgrader.api import (
    Assignment,
    Comment,
    Grade,
    Gradebook,
    Notebook,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.converters import Autograde
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session, load_only

from ..errors import RunStoppedError, StorageError
from ..files.file_names import RECORD
from ..files.replace import replace_folder, settle_folder
from ..files.submission import write_files
from ..gradebook import database
from ..gradebook.answers import read_graded
from ..gradebook.audit import append_line
from ..gradebook.database import LOCKED, first_line, is_locked
from ..gradebook.definition import Definition
from ..gradebook.graded_files import read_graded_files, write_graded_files
from ..gradebook.hand_grading import begin_writing, has_points
from ..gradebook.record import NotebookRecord, Record, read_record, write_record
from ..gradebook.stored_results import (
    GradedNotebook,
    InGradebook,
    scores_digest,
    settled_cells,
    time_text,
)
from .jobs import NotebookResult, Result

Row = TypeVar("Row", Grade, Comment)


class ResultWriter:
    """The only writer of a run of `nbjudge grade`.

    nbgrader's `autograde` provides the course's folder, and the traits `permissions` (the files'
    mode as a decimal number with octal digits) and `create_student`. The gradebook is open, but no
    transaction stays open between two submissions.
    """

    def __init__(self, autograde: Autograde, gradebook: Gradebook, definition: Definition) -> None:
        self.coursedir = autograde.coursedir
        self.create_student = autograde.create_student
        self.mode = int(str(autograde.permissions), 8)
        self.gradebook = gradebook
        self.definition = definition
        self.assignment = definition.assignment
        with Session(gradebook.engine) as session:
            query = select(Assignment).where(Assignment.name == self.assignment)
            row = session.scalars(query).one()
            self.assignment_id = row.id
            self.notebooks = {notebook.name: _Ids(notebook) for notebook in row.notebooks}

    def folder(self, student: str) -> Path:
        """Return the folder of a student's autograded submission."""
        step = self.coursedir.autograded_directory
        return Path(self.coursedir.format_path(step, student, self.assignment))

    def has_submissions(self) -> bool:
        """Return True if the gradebook has submissions of the assignment, or extensions."""
        query = select(SubmittedAssignment.id).where(
            SubmittedAssignment.assignment_id == self.assignment_id
        )
        with Session(self.gradebook.engine) as session:
            return session.scalar(query.limit(1)) is not None

    def store(
        self,
        result: Result,
        timestamp: datetime.datetime | None,
        files: Mapping[str, bytes],
        record: Record,
        audit: Mapping[str, Any],
    ) -> None:
        """Store a graded submission in the gradebook, its folder and the course's audit.

        `timestamp` is the time of submission (naive UTC), or None to keep the gradebook's. `files`
        maps the relative paths of files next to the notebooks to their content. `record` becomes
        `nbjudge.json`, and `audit` a line for `audit.append_line`.

        Raises `RunStoppedError` if the gradebook cannot be written at all, `OSError` if this
        submission's folder cannot be written, and `StorageError` if the student may not be added to
        the gradebook.
        """
        folder = self.folder(result.student)
        new = settle_folder(folder)
        content = dict(files)
        for name, notebook in result.notebooks.items():
            content.pop(f"{name}.ipynb", None)
            if notebook.content is not None:
                content[f"{name}.ipynb"] = notebook.content
        content[RECORD] = write_record(record)
        # The order of these lines is the transaction. If the process is killed
        # - before the commit in `_save`: gradebook and folder are the old ones, plus a hidden
        #   folder;
        # - before the first rename: the gradebook is new, the folder with its record is old;
        # - between the renames: there is no folder, and the next run puts the old one back.
        # In each case the next run finds no record with this submission's digest (unless it was
        # unchanged and graded by --force), and stores it again. It compares answers with those of
        # the old folder, so one that a person has read stays read. The audit comes before the
        # renames: its line may be repeated, but is never missing.
        try:
            self._write_folder(new, content)
            self._save(result, timestamp, record, new)
            append_line(Path(self.coursedir.root), audit)
            replace_folder(folder)
        except BaseException:
            shutil.rmtree(new, ignore_errors=True)
            raise

    def _write_folder(self, folder: Path, files: Mapping[str, bytes]) -> None:
        write_files(folder, files)
        for path, _, names in os.walk(folder):
            for name in names:
                os.chmod(os.path.join(path, name), self.mode)
        if self.coursedir.groupshared:
            root = self.coursedir.format_path(self.coursedir.autograded_directory, ".", ".")
            below = [path for path, _, _ in os.walk(folder)]
            for path in [root, folder.parent, *below]:
                mode = os.stat(path).st_mode
                # Leave a folder alone if its mode is right already: it may belong to another
                # teacher, and only the owner may call chmod.
                if mode & 0o2770 != 0o2770:
                    os.chmod(path, (mode | 0o2770) & 0o2777)

    def _save(
        self, result: Result, timestamp: datetime.datetime | None, record: Record, new: Path
    ) -> None:
        """Write the scores in one transaction, waiting for a locked gradebook.

        `new` is the folder that will be the submission's, with its record.
        """
        deadline = time.monotonic() + database.PATIENCE
        while True:
            try:
                with Session(self.gradebook.engine) as session, session.begin():
                    self._save_rows(session, result, timestamp, record, new)
                return
            except DBAPIError as error:
                if not is_locked(error):
                    reason = first_line(error)
                    raise RunStoppedError(f"The gradebook cannot be written: {reason}") from error
                if time.monotonic() > deadline:
                    raise RunStoppedError(LOCKED) from error

    def _save_rows(
        self,
        session: Session,
        result: Result,
        timestamp: datetime.datetime | None,
        record: Record,
        new: Path,
    ) -> None:
        begin_writing(session)
        # nbgrader's API is not used here. In nbgrader 0.9.6, `Gradebook.find_grade` runs a query
        # with six joins for each cell, and the methods that add rows commit by themselves, so a
        # submission would be many transactions.
        if session.get(Student, result.student) is None:
            if not self.create_student:
                raise StorageError(
                    "the student is not in the gradebook, and Autograde.create_student is False"
                )
            session.add(Student(id=result.student))
        submission = session.scalar(
            select(SubmittedAssignment).where(
                SubmittedAssignment.assignment_id == self.assignment_id,
                SubmittedAssignment.student_id == result.student,
            )
        )
        if submission is None:
            submission = SubmittedAssignment(
                assignment_id=self.assignment_id, student_id=result.student
            )
            session.add(submission)
        old_time = time_text(submission.timestamp)
        if timestamp is not None:
            submission.timestamp = timestamp
        session.flush()
        keys = [notebook.id for notebook in self.notebooks.values()]
        of_submission = [
            SubmittedNotebook.assignment_id == submission.id,
            SubmittedNotebook.notebook_id.in_(keys),
        ]
        rows = select(SubmittedNotebook).where(*of_submission)
        there = {row.notebook_id: row for row in session.scalars(rows)}
        old_files = read_graded_files(session, of_submission)
        for name, notebook in result.notebooks.items():
            ids = self.notebooks[name]
            row = there.get(ids.id)
            if row is None:
                row = SubmittedNotebook(notebook_id=ids.id, assignment_id=submission.id)
                session.add(row)
                session.flush()
            row.late_submission_penalty = notebook.scores.late_submission_penalty
            replaced = _Replaced(self.folder(result.student), new, old_time, old_files.get(row.id))
            self._save_scores(session, name, row.id, notebook, replaced)
            write_graded_files(session, row.id, record.notebooks[name].submitted)

    def _save_scores(
        self,
        session: Session,
        name: str,
        key: str,
        notebook: NotebookResult,
        replaced: "_Replaced",
    ) -> None:
        """Write the scores and comments of one notebook, and keep those given by hand.

        A cell that a person has graded is marked for manual grading again unless it is one of
        `stored_results.settled_cells`.
        """
        ids = self.notebooks[name]
        columns = (
            Grade.auto_score,
            Grade.manual_score,
            Grade.extra_credit,
            Grade.needs_manual_grade,
        )
        with session.no_autoflush:  # a row that is added here has no key yet
            grades = _rows(session, Grade, columns, ids.graded, key)
            comments = _rows(session, Comment, (Comment.auto_comment,), ids.commented, key)
        settled = frozenset[str]()
        if any(map(has_points, grades.values())):
            settled = self._settled_cells(name, notebook, replaced, grades, comments)
        for cell, scores in notebook.scores.grades.items():
            grade = grades[cell]
            # A person may have given points while the submission was being graded.
            by_hand = has_points(grade)
            has_score = scores.auto_score is not None or grade.manual_score is not None
            done = by_hand and has_score and not grade.needs_manual_grade and cell in settled
            grade.auto_score = scores.auto_score
            grade.needs_manual_grade = (scores.needs_manual_grade or by_hand) and not done
        for cell, remark in notebook.scores.comments.items():
            comments[cell].auto_comment = remark.auto_comment

    def _settled_cells(
        self,
        name: str,
        notebook: NotebookResult,
        replaced: "_Replaced",
        grades: Mapping[str, Grade],
        comments: Mapping[str, Comment],
    ) -> frozenset[str]:
        """Return the `stored_results.settled_cells` of one notebook.

        `grades` and `comments` are the rows as they are before this result is written. The other
        arguments are those of `_save_scores`.
        """
        # A row without a key is new.
        old = {cell: grade.auto_score for cell, grade in grades.items() if grade.id}
        remarks = {cell: comment.auto_comment for cell, comment in comments.items() if comment.id}
        new = {cell: grade.auto_score for cell, grade in notebook.scores.grades.items()}
        try:
            before = self._graded(replaced.old, name, old)
            after = self._graded(replaced.new, name, new)
        except OSError:
            return frozenset()  # a person looks at each cell again
        in_gradebook = InGradebook(scores_digest(old, remarks), replaced.time, replaced.submitted)
        return settled_cells(before, after, in_gradebook)

    def _graded(
        self, folder: Path, name: str, scores: Mapping[str, float | None]
    ) -> GradedNotebook:
        """Read a notebook of an autograded folder; `scores` are its automatic scores by cell."""
        record = read_record(folder) or Record()
        graded = record.notebooks.get(name, NotebookRecord())
        answers = read_graded(folder, name, self.definition.notebooks[name])
        return GradedNotebook(record.timestamp, graded, answers, scores)


class _Replaced(NamedTuple):
    """The result that is replaced: its folder, the new one, and what the gradebook held before.

    `time` and `submitted` are those of `stored_results.InGradebook`.
    """

    old: Path
    new: Path
    time: str | None
    submitted: str | None


class _Ids:
    """The primary keys of a notebook and of its cells in the gradebook."""

    def __init__(self, notebook: Notebook) -> None:
        self.id = notebook.id
        graded = notebook.grade_cells + notebook.task_cells
        commented = notebook.solution_cells + notebook.task_cells
        self.graded = {cell.name: cell.id for cell in graded}
        self.commented = {cell.name: cell.id for cell in commented}


def _rows(
    session: Session, kind: type[Row], columns: Sequence[Any], cells: Mapping[str, str], key: str
) -> dict[str, Row]:
    """Return the rows of a submitted notebook, by the name of their cell; add those that lack.

    The query names both keys because the gradebook has an index on the pair. Without the index, it
    would take longer with every student in the class.
    """
    query = select(kind).where(kind.cell_id.in_(cells.values()), kind.notebook_id == key)
    # Locked, because a person may give points meanwhile.
    query = query.with_for_update(of=kind)
    rows = session.scalars(query.options(load_only(kind.cell_id, *columns)))
    there = {row.cell_id: row for row in rows}
    new = [kind(cell_id=cell, notebook_id=key) for cell in cells.values() if cell not in there]
    session.add_all(new)
    there |= {row.cell_id: row for row in new}
    return {name: there[cell] for name, cell in cells.items()}
