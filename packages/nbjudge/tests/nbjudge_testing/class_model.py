"""A small model of a class that is graded by tests and by hand, for the test of a random life.

It is written from docs/grade-a-class.md ("In formgrader", "Late submissions", "A run in detail")
and from nbgrader's rules, not from nbjudge's code. The course is that of `hand_graded_course`.

Entry points: `Model` and `Work`.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from nbjudge_testing.hand_graded_course import DUE, RIGHT

BY_HAND = ("why", "essay")
CELLS = ("test-add", "test-zero", *BY_HAND)
COMMENTED = ("add", *BY_HAND)
UNCHANGED = "YOUR ANSWER HERE"  # the released text of `why`: nbgrader's
UTC = "%Y-%m-%d %H:%M:%S UTC"
FIRST_DUE = datetime.strptime(DUE, UTC)


@dataclass(frozen=True)
class Work:
    """What a student hands in; `below` is a cell below `why`, and `picture` a file."""

    answer: str
    why: str
    below: str | None
    essay: str
    picture: bytes | None
    release: "ReleasedTests"  # of the notebook, whose test cells are in the student's file, too
    time: datetime

    @property
    def files(self):
        """All of it but the time."""
        return self.answer, self.why, self.below, self.essay, self.picture, self.release

    @property
    def answers(self):
        """What belongs to each answer that a person grades."""
        return {
            "why": (self.why, self.below, self.picture),
            "essay": (self.below, self.essay, self.picture),
        }


@dataclass(frozen=True)
class ReleasedTests:
    """The points of `test-zero`, and whether a wrong answer fails it."""

    points: int = 3
    is_strict: bool = False


@dataclass
class Cell:
    """The grade of one cell."""

    auto: float | None = None
    manual: float | None = None
    extra: float | None = None
    waits: bool = True

    @property
    def score(self):
        if self.auto is None and self.manual is None:
            return 0.0
        points = self.auto if self.manual is None else self.manual
        return points + (self.extra or 0.0)


@dataclass
class Grades:
    """A student's grades and comments in the gradebook, and the work that they are for."""

    work: Work
    cells: dict[str, Cell] = field(default_factory=lambda: {name: Cell() for name in CELLS})
    comments: dict[str, str | None] = field(default_factory=lambda: dict.fromkeys(COMMENTED))

    @property
    def autos(self):
        return [cell.auto for cell in self.cells.values()]

    @property
    def points(self):
        return sum(cell.score for cell in self.cells.values())

    @property
    def waits(self):
        return any(cell.waits for cell in self.cells.values())


@dataclass
class Book:
    """The gradebook, which a backup holds as a whole."""

    students: set[str] = field(default_factory=set)
    grades: dict[str, Grades] = field(default_factory=dict)
    due: datetime = FIRST_DUE
    extensions: dict[str, int] = field(default_factory=dict)  # days
    tests: ReleasedTests = field(default_factory=ReleasedTests)

    def penalty(self, student):
        """A late submission loses half of its points, those by hand included."""
        days = timedelta(days=self.extensions.get(student, 0))
        is_late = self.grades[student].work.time > self.due + days
        return self.grades[student].points / 2 if is_late else 0.0


@dataclass
class Model:
    """A class: what is in `submitted/`, in the gradebook and in `autograded/`."""

    submitted: dict[str, Work] = field(default_factory=dict)
    book: Book = field(default_factory=Book)
    # What autograded/ holds: the work that was graded last, and its automatic scores.
    folders: dict[str, tuple[Work, list]] = field(default_factory=dict)

    def grade(self):
        for student, work in self.submitted.items():
            autos = self._autos(work)
            grades = self.book.grades.get(student)
            before = None
            if grades is None:
                grades = self.book.grades[student] = Grades(work)
            elif student in self.folders:
                before = self._known_before(grades, work, autos, *self.folders[student])
            for (name, cell), auto in zip(grades.cells.items(), autos, strict=True):
                settled = before is not None and _is_settled(name, cell, auto, before, work)
                if cell.manual is None:
                    cell.waits = auto is None
                elif not settled:
                    cell.waits = True
                cell.auto = auto
            grades.work = work
            self.book.students.add(student)
            self.folders[student] = work, autos

    def forget(self, student):
        self.submitted.pop(student, None)
        self.folders.pop(student, None)
        self.book.students.discard(student)
        self.book.grades.pop(student, None)
        self.book.extensions.pop(student, None)

    def equal_answers(self):
        """The students and the answer of each pair that one press gives the same points.

        Unchanged text is not offered, nor is an answer to a task.
        """
        works = sorted((student, work) for student, (work, _) in self.folders.items())
        return {
            (one, other, "why")
            for one, work in works
            for other, others in works
            if one < other
            and work.why != UNCHANGED
            and work.answers["why"] == others.answers["why"]
        }

    def _autos(self, work):
        """An answer that is as in the release has no points, and no person needs to look at it."""
        is_right = work.answer == RIGHT
        tests = self.book.tests
        return [
            3.0 if is_right else 0.0,
            tests.points if is_right or not tests.is_strict else 0.0,
            0.0 if work.why == UNCHANGED and work.below is None else None,
            None,
        ]

    @staticmethod
    def _known_before(grades, work, autos, graded, autos_before):
        """Return the work that was graded before; None if the gradebook is of another time.

        After a backup is restored, a person may have graded work that nobody knows any more.
        """
        is_known = grades.autos in (autos_before, autos)
        return graded if is_known and grades.work.time in (graded.time, work.time) else None


def _is_settled(name, cell, auto, before, now):
    """Return whether points by hand hold for the work that is graded now."""
    if name in BY_HAND:
        return before.answers[name] == now.answers[name]
    return before.files == now.files and cell.auto == auto
