"""The due dates of the assignments that are watched, with the extensions of students."""

import datetime
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from nbgrader.coursedir import CourseDirectory

from ..course.gradebook import find_assignment, open_gradebook, read_known_submissions
from .scan import Place

EVERY = 30  # seconds

NO_EXTENSION = datetime.timedelta()


@dataclass
class DueDates:
    """Due dates, as naive UTC times, read now and then from the gradebook.

    Parameters
    ----------
    coursedir
        The course.
    assignments
        The names of its assignments.
    """

    coursedir: CourseDirectory
    assignments: Sequence[str]
    dates: dict[str, datetime.datetime | None] = field(default_factory=dict)
    extensions: dict[Place, datetime.timedelta] = field(default_factory=dict)
    read_at: float = 0.0

    def read(self) -> None:
        """Read them again, if it is time.

        Raises
        ------
        WrongUsage
            If the gradebook does not hold an assignment.
        Stopped
            If the gradebook cannot be read.
        """
        if self.dates and time.monotonic() - self.read_at < EVERY:
            return
        self.read_at = time.monotonic()
        with open_gradebook(self.coursedir) as gradebook:
            for name in self.assignments:
                self.coursedir.assignment_id = name
                self.dates[name] = find_assignment(gradebook, name).duedate
                for student, known in read_known_submissions(gradebook, name).items():
                    self.extensions[name, student] = known.extension or NO_EXTENSION

    def of(self, place: Place) -> datetime.datetime | None:
        """The due date of a student, with an extension; None where there is none."""
        date = self.dates[place[0]]
        return date + self.extensions.get(place, NO_EXTENSION) if date else None
