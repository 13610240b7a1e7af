"""Late penalties: computed as nbgrader does, and again after a person has given points.

nbgrader computes a penalty when a submission is autograded, so it counts neither what a person
gives later nor a due date that is moved. Whatever shows points calls `renew_late_penalties` first.

Entry points: `renew_late_penalties`, `late_penalty` and `seconds_late`.
"""

import datetime
import math
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from nbgrader.api import (
    Assignment,
    Gradebook,
    Notebook,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import AssignLatePenalties
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session
from traitlets.config import Config

from ..configuration import autograde_chain
from ..files.text import one_line
from .audit import append_line
from .database import first_line
from .scores import Submission, read_scores


def seconds_late(timestamp: datetime.datetime | None, due: datetime.datetime | None) -> float:
    """Return the seconds from a due date, extension included, to a submission; at least 0.

    The same as `nbgrader.api.SubmittedAssignment.total_seconds_late`, which needs the submission to
    be in the gradebook.
    """
    if timestamp is None or due is None:
        return 0.0
    return max(0.0, (timestamp - due).total_seconds())


def late_penalty(
    penalties: AssignLatePenalties, student: str, score: float, seconds: float
) -> float | None:
    """Return the penalty in points for a notebook that is `seconds` late; None for none."""
    if seconds <= 0:
        return None
    penalties.init_plugin()
    penalty = penalties.plugin_inst.late_submission_penalty(student, score, seconds)
    if penalty is None:
        return None
    limited: float = penalties._check_late_penalty(SimpleNamespace(score=score), penalty)
    return limited


Penalties = dict[tuple[str, str], float | None]  # by student and notebook


def renew_late_penalties(
    coursedir: CourseDirectory, config: Config, gradebook: Gradebook, assignment: str
) -> None:
    """Compute the late penalties of an assignment again where points have changed, and store them.

    Nothing is done for a course that assigns no penalties, or does so with a class that has a
    `preprocess` of its own. If a penalty cannot be computed or stored, the log has a warning.
    Raises `UsageError` if the gradebook does not hold the assignment.
    """
    submissions = read_scores(gradebook, assignment).submissions
    late = {student: one for student, one in submissions.items() if _is_or_was_late(one)}
    if not late:
        return
    try:
        penalties = _outdated(late, config)
    except Exception as error:  # of a plugin of the course's own, which may raise anything
        why = one_line(f"{type(error).__name__}: {error}")
        coursedir.log.warning("Late penalties leave out points given by hand: %s", why)
        return
    if not penalties:
        return
    try:
        _store(gradebook, assignment, penalties)
    except DBAPIError as error:
        why = f"the gradebook cannot be written: {first_line(error)}"
        coursedir.log.warning("Late penalties leave out points given by hand: %s", why)
        return
    for (student, notebook), penalty in penalties.items():
        entry = {
            "event": "late-penalty",
            "assignment": assignment,
            "student": student,
            "notebook": notebook,
            "points": [late[student].notebooks[notebook].late_penalty, penalty or 0.0],
        }
        append_line(Path(coursedir.root), entry)


def _is_or_was_late(submission: Submission) -> bool:
    """Return whether a submission is late or has a penalty, if its time is known."""
    if submission.timestamp is None:
        return False
    return bool(seconds_late(submission.timestamp, submission.due) or submission.penalty)


def _outdated(late: Mapping[str, Submission], config: Config) -> Penalties:
    """Return the penalties that are not those of the submissions' points."""
    chain: list[Any] = autograde_chain(config)
    kinds = [kind for kind in chain if issubclass(kind, AssignLatePenalties)]
    if not kinds or kinds[0].preprocess is not AssignLatePenalties.preprocess:
        return {}
    preprocessor = kinds[0](config=config)
    penalties: Penalties = {}
    for student, submission in late.items():
        seconds = seconds_late(submission.timestamp, submission.due)
        for name, notebook in submission.notebooks.items():
            penalty = late_penalty(preprocessor, student, notebook.score, seconds)
            if not math.isclose(penalty or 0.0, notebook.late_penalty, abs_tol=1e-9):
                penalties[student, name] = penalty
    return penalties


def _store(gradebook: Gradebook, assignment: str, penalties: Penalties) -> None:
    students = {student for student, _ in penalties}
    query = (
        select(SubmittedNotebook, SubmittedAssignment.student_id, Notebook.name)
        .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
        .join(Notebook, Notebook.id == SubmittedNotebook.notebook_id)
        .join(Assignment, Assignment.id == Notebook.assignment_id)
        .where(Assignment.name == assignment, SubmittedAssignment.student_id.in_(students))
    )
    with Session(gradebook.engine) as session, session.begin():
        for row, student, notebook in session.execute(query).all():
            if (student, notebook) in penalties:
                row.late_submission_penalty = penalties[student, notebook]
