"""The course's rules on attempts: limits, and what students see."""

import datetime
from collections.abc import Iterable, Sequence

from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from traitlets import Bool, Enum, Integer
from traitlets.config import Configurable

from ..exchange.attempts import Attempt, Taken, attempts_folder, can_submit_again
from ..files.text import one_line
from ..files.times import parse_time
from ..gradebook.database import find_assignment, open_gradebook
from ..gradebook.scores import read_manual_grades
from .visible import FULL, SCORES, feedback_now, is_over

HOUR = datetime.timedelta(hours=1)
DAY = datetime.timedelta(days=1)


class WatchLimits(Configurable):
    """Limits on students' attempts in `nbjudge watch`, and what students see of them."""

    per_day = Integer(
        30,
        min=0,
        help="How many attempts of one student at one assignment are graded in 24 hours; 0 for no "
        "limit. Later attempts wait, and a newer attempt replaces one that is waiting.",
    ).tag(config=True)
    seconds_per_hour = Integer(
        600,
        min=0,
        help="Maximum seconds per hour spent on grading a student's attempts at all assignments; "
        "further attempts wait. 0 for no limit. Of the students who wait, those who used the most "
        "time come last.",
    ).tag(config=True)
    feedback_before_due = Enum(
        (FULL, SCORES),
        FULL,
        help="What students see of an attempt before the due date, or always if there is none. "
        "'full': points, messages and the page. 'scores': only the points of each notebook, so "
        "students learn less about hidden tests. After the due date, they see all.",
    ).tag(config=True)
    hold_manual_grading = Bool(
        True,
        help="Whether formgrader leaves written answers out of manual grading before the due "
        "date, because a newer attempt may replace them.",
    ).tag(config=True)
    max_feedback_attempts = Integer(
        10,
        min=1,
        help="Number of a student's newest attempts whose pages stay in the exchange. The pages of "
        "four notebooks take about 0.8 MB of disk space.",
    ).tag(config=True)

    def feedback_now(self, due: datetime.datetime | None) -> str:
        """Return what a student with this due date (naive UTC) sees now."""
        return feedback_now(str(self.feedback_before_due), due)

    def turn(
        self, earlier: Sequence[Attempt], taken: Sequence[Taken] = ()
    ) -> datetime.datetime | None:
        """Return the time from which a new attempt is graded (naive UTC); None for at once.

        Parameters
        ----------
        earlier
            The attempts of the same student at the same assignment, the oldest first.
        taken
            What the student's attempts at all assignments took.
        """
        graded = [attempt for attempt in earlier if attempt.status.state == "graded"]
        turns = []
        if self.per_day and len(graded) >= self.per_day:
            turns.append(graded_at(graded[-self.per_day]) + DAY)
        seconds = 0.0
        for time, more in sorted(taken, reverse=True):
            seconds += more
            if self.seconds_per_hour and seconds >= self.seconds_per_hour:
                turns.append(time + HOUR)
                break
        return max(turns, default=None)


def graded_at(attempt: Attempt) -> datetime.datetime:
    """Return when an attempt was graded, as a naive UTC time."""
    return parse_time(attempt.status.graded or attempt.status.submitted_at)


def held_students(
    coursedir: CourseDirectory, gradebook: Gradebook, assignment: str, now: datetime.datetime
) -> set[str]:
    """Find the students whose attempts a watch still grades, because their due date is ahead.

    There are none if the course does not hold manual grading back. `now` is naive UTC. Raises
    `UsageError` if the gradebook does not hold the assignment.
    """
    duedate = find_assignment(gradebook, assignment).duedate
    # An app makes its course directory before it reads the course's file: ask the app, if any.
    settings = WatchLimits(config=(coursedir.parent or coursedir).config)
    if duedate is None or not settings.hold_manual_grading:
        return set()
    return {
        student
        for student, submission in read_manual_grades(gradebook, assignment).items()
        if submission.due
        and now <= submission.due
        and attempts_folder(coursedir, student, assignment).is_dir()
    }


def withheld_students(
    coursedir: CourseDirectory, settings: WatchLimits, students: Iterable[str]
) -> set[str]:
    """Return the students who see only points now, so that they get no pages.

    Parameters
    ----------
    coursedir
        The course, with the id of the assignment.
    settings
        The course's `WatchLimits`.
    students
        The students with pages.

    Raises
    ------
    UsageError
        If the gradebook does not hold the assignment.
    RunStoppedError
        If the gradebook cannot be read.
    """
    if settings.feedback_before_due == FULL:
        return set()
    assignment = coursedir.assignment_id
    with open_gradebook(coursedir) as gradebook:
        duedate = find_assignment(gradebook, assignment).duedate
        submissions = read_manual_grades(gradebook, assignment)
    due = {student: submission.due for student, submission in submissions.items()}
    return {
        student
        for student in students
        if not is_over(
            due.get(student, duedate),
            attempts=can_submit_again(coursedir, student, assignment),
        )
    }


def withheld_line(students: Iterable[str]) -> str:
    """Return a sentence on the result of `withheld_students`, if there are any."""
    return (
        "Pages left out, because these students see only points now "
        f"(WatchLimits.feedback_before_due is {SCORES!r}): {one_line(', '.join(sorted(students)))}"
    )
