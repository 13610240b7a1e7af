"""Whose write-ups nobody needs to grade yet, as the student may hand in again."""

import datetime

from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from ..course.attempts import attempts_folder
from ..course.gradebook import find_assignment, read_known_submissions
from .policy import Attempts

NO_TIME = datetime.timedelta()


def frozen_students(
    coursedir: CourseDirectory, gradebook: Gradebook, assignment: str, now: datetime.datetime
) -> set[str]:
    """The students whose attempts a watch grades until a due date that lies ahead.

    Parameters
    ----------
    coursedir, gradebook
        The course; its configuration says whether write-ups wait at all.
    assignment
        The name of the assignment.
    now
        The time, as a naive UTC `datetime`.

    Raises
    ------
    WrongUsage
        If the gradebook does not hold the assignment.
    """
    duedate = find_assignment(gradebook, assignment).duedate
    if duedate is None or not Attempts(config=coursedir.config).freeze_write_ups:
        return set()
    return {
        student
        for student, known in read_known_submissions(gradebook, assignment).items()
        if now <= duedate + (known.extension or NO_TIME)
        and attempts_folder(coursedir, student, assignment).is_dir()
    }
