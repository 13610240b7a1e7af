"""Whether a stored result still holds: of a submission, and of the points that a person gave.

Entry points: `holds` (a submission need not be graded again), `scores_digest`, `settled_cells`
(a person need not look at a cell again), and `is_of_folder` (a person may grade it now).
"""

import datetime
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ..files.digests import canonical
from .answers import Answers
from .record import NotebookRecord, Record, read_record
from .scores import NotebookGrades, Submission


def scores_digest(scores: Mapping[str, float | None], comments: Mapping[str, str | None]) -> str:
    """Return a digest of what autograding stores for a notebook.

    `scores` are the automatic scores and `comments` the automatic comments, by cell.
    """
    points = {
        cell: None if score is None else float(score)  # a driver may return another type
        for cell, score in scores.items()
    }
    return hashlib.sha256(canonical([points, dict(comments)])).hexdigest()


def digest_of(grades: NotebookGrades) -> str:
    """Return the `scores_digest` of the grades of one notebook."""
    scores = {cell: grade.auto_score for cell, grade in grades.grades.items()}
    comments = {cell: comment.auto_comment for cell, comment in grades.comments.items()}
    return scores_digest(scores, comments)


def time_text(timestamp: datetime.datetime | None) -> str | None:
    """Return the time of a submission as a grading record holds it; None for none."""
    return timestamp.isoformat() if timestamp else None


def holds(record: Record, digest: str, stored: Submission | None) -> bool:
    """Return whether the stored result of a submission still holds.

    Parameters
    ----------
    record
        The record in the submission's autograded folder.
    digest
        The digest of the submission as it is now, and of all that its scores depend on.
    stored
        The submission in the gradebook, with its comments. It is another one than the record tells
        of if the gradebook was edited or restored from a backup.
    """
    if stored is None or record.digest != digest:
        return False
    if record.timestamp != time_text(stored.timestamp):
        return False
    return all(
        name in stored.notebooks
        and notebook.scores == digest_of(stored.notebooks[name])
        and notebook.submitted == stored.notebooks[name].submitted
        for name, notebook in record.notebooks.items()
    )


def is_of_folder(submitted: str | None, folder: Path, notebook: str) -> bool:
    """Return whether the gradebook's result of a notebook is for the answers in a folder.

    It is not while a result is stored, after the gradebook has it and before the folder does, and
    after an older gradebook was restored. Points for the answers in the folder would then be given
    to others.

    Parameters
    ----------
    submitted
        The files that the gradebook's result is for, from `graded_files`; None if that is unknown,
        as for a submission that only nbgrader has graded.
    folder
        The submission's autograded folder.
    notebook
        The notebook's name.
    """
    record = read_record(folder)
    # `nbgrader autograde` writes no record.
    if submitted is None or record is None or notebook not in record.notebooks:
        return True
    return record.notebooks[notebook].submitted == submitted


class InGradebook(NamedTuple):
    """The result of a notebook that the gradebook holds, in the words of a grading record."""

    scores: str | None  # a `scores_digest`
    timestamp: str | None  # the time of submission, as `time_text` writes it
    submitted: str | None  # the files that were graded


@dataclass(frozen=True)
class GradedNotebook:
    """A notebook as it was graded.

    `timestamp` is that of its submission's record, `record` its own, and `scores` are the automatic
    scores by cell.
    """

    timestamp: str | None
    record: NotebookRecord
    answers: Answers
    scores: Mapping[str, float | None]

    @property
    def in_gradebook(self) -> InGradebook:
        """What the gradebook holds of it, unless it holds another result."""
        return InGradebook(self.record.scores, self.timestamp, self.record.submitted)


def settled_cells(
    before: GradedNotebook, after: GradedNotebook, in_gradebook: InGradebook
) -> frozenset[str]:
    """Return the cells for which a person's points still hold after a notebook is graded again.

    They hold for an answer that is as it was last graded. They hold for a test cell, whose points a
    person has overridden, if the student's files and the cell's automatic score are the same. For
    the same files, the page must also have shown as much: if a run fails, it has no outputs, or
    nothing of the student's.

    Parameters
    ----------
    before
        The notebook in the autograded folder, which was graded last, with the gradebook's scores.
    after
        The notebook that is graded now.
    in_gradebook
        The result in the gradebook. No points hold if it is that of neither of the two: in a
        gradebook that was restored from a backup, a person may have graded an answer that is in
        neither.
    """
    # `nbgrader autograde` writes no record, and may have copied one that a student submitted. Only
    # one that names scores is compared with the gradebook, so another says nothing about files.
    is_by_nbjudge = before.record.scores is not None
    if is_by_nbjudge and in_gradebook not in (before.in_gradebook, after.in_gradebook):
        return frozenset()
    submitted = after.record.submitted
    same_files = is_by_nbjudge and submitted is not None and before.record.submitted == submitted
    if same_files and _shown(before.record) == _shown(after.record):
        same_scores = {
            name for name, score in after.scores.items() if before.scores.get(name) == score
        }
        return frozenset(same_scores | after.answers.digests.keys())
    if before.record.blank or after.record.blank:
        return frozenset()
    old = before.answers.digests
    return frozenset(
        name for name, digest in after.answers.digests.items() if old.get(name) == digest
    )


def _shown(record: NotebookRecord) -> tuple[bool, bool]:
    """Return what decides how much of a student's file a graded notebook shows."""
    return record.blank, record.not_run
