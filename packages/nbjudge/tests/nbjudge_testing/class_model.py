"""A small model of a class that is graded by tests and by hand, for the test of a random life.

It is written from docs/grade-a-class.md ("In formgrader", "Late submissions", "A run in detail")
and from nbgrader's rules, not from nbjudge's code: a cell remembers what a person saw who gave
points for it, and has to be looked at again if a student's work shows something else. The course is
that of `hand_graded_course`, with a second notebook.

Entry points: `Model` and `Work`.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from nbjudge_testing.hand_graded_course import DUE, RIGHT

# By notebook:
CELLS = {"one": ("test-add", "test-zero", "why", "essay"), "two": ("test-double", "how")}
COMMENTED = {"one": ("add", "why", "essay"), "two": ("double", "how")}
WRITTEN = {"one": "why", "two": "how"}
BY_HAND = ("why", "essay", "how")
UNCHANGED = "YOUR ANSWER HERE"  # the released text of a written answer: nbgrader's
UTC = "%Y-%m-%d %H:%M:%S UTC"
FIRST_DUE = datetime.strptime(DUE, UTC)


@dataclass(frozen=True)
class ReleasedTests:
    """The points of `test-zero`, and whether a wrong answer fails it."""

    points: int = 3
    is_strict: bool = False


@dataclass(frozen=True)
class Work:
    """What a student hands in.

    `below` has the texts of cells below `why`, and `picture` is a file. There is no notebook `two`
    if `how` is None. If `is_damaged`, no notebook can be read. `time` is None if it is not known.
    """

    answer: str
    why: str
    below: tuple[str, ...]
    essay: str
    how: str | None
    picture: bytes | None
    is_damaged: bool
    release: ReleasedTests  # of notebook `one`, whose test cells are in the student's file, too
    time: datetime | None

    def files(self, notebook):
        """What can change the result of a notebook."""
        one = (self.answer, self.why, self.below, self.essay, self.release)
        if notebook == "two" and self.how is None and self.picture:
            return ("one of these could be it", one, self.picture, self.is_damaged)
        content = one if notebook == "one" else self.how
        if self.is_damaged and content is not None:
            content = ("damaged", self.why)
        return content, self.picture

    def is_there(self, notebook):
        return notebook == "one" or self.how is not None

    def is_readable(self, notebook):
        return self.is_there(notebook) and not self.is_damaged

    def seen(self, notebook, name, score):
        """What a person sees who gives points to a cell; `score` is that of its test."""
        if name not in BY_HAND:
            return self.files(notebook), score
        if not self.is_readable(notebook):
            return self.files(notebook)
        below = tuple(filter(None, self.below))  # nobody sees an empty cell
        written = (self.answer, self.why, below, self.essay)  # a task may be about all of it
        # Grading says of an empty answer that it may be in another cell.
        why = written if self.why == UNCHANGED and below else (self.why, below)
        answers = {"why": why, "essay": written, "how": self.how}
        return answers[name], self.picture


@dataclass
class Cell:
    """The grade of one cell, and what a person saw who gave points for it.

    `waits` is None if either is right.
    """

    auto: float | None = None
    manual: float | None = None
    extra: float | None = None
    waits: bool | None = True
    seen: object = None

    @property
    def score(self):
        if self.auto is None and self.manual is None:
            return 0.0
        points = self.auto if self.manual is None else self.manual
        return points + (self.extra or 0.0)

    @property
    def has_points_by_hand(self):
        return self.manual is not None or self.extra is not None

    def give(self, points, seen):
        self.manual = points.manual_score
        self.extra = points.extra_credit
        self.waits = self.manual is None and self.auto is None
        self.seen = seen


@dataclass(frozen=True)
class Graded:
    """A graded work, its automatic scores by notebook and cell, and its time.

    If `has_failed`, the judge could run none of its notebooks.
    """

    work: Work
    autos: dict
    time: datetime | None
    has_failed: bool = False

    def is_run(self, notebook):
        return self.work.is_readable(notebook) and not self.has_failed

    def seen(self, notebook, name, score):
        """What a person sees who gives points to a cell; `score` is that of its test."""
        if self.work.is_readable(notebook) and self.has_failed:
            return "not run", self.work.files(notebook)
        return self.work.seen(notebook, name, score)

    def result(self, notebook):
        """What the gradebook and the folder have of a notebook: the same, unless one is older."""
        return self.work.files(notebook), self.autos[notebook], self.time


@dataclass
class Grades:
    """A student's grades and comments in the gradebook, and the result that they belong to."""

    graded: Graded | None = None
    cells: dict = field(
        default_factory=lambda: {
            notebook: {name: Cell() for name in names} for notebook, names in CELLS.items()
        }
    )
    comments: dict = field(
        default_factory=lambda: {
            notebook: dict.fromkeys(names) for notebook, names in COMMENTED.items()
        }
    )

    def points(self, notebook):
        return sum(cell.score for cell in self.cells[notebook].values())

    def waits(self, notebook):
        return any(cell.waits for cell in self.cells[notebook].values())


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
        grades = self.grades[student]
        days = timedelta(days=self.extensions.get(student, 0))
        is_late = grades.graded.time is not None and grades.graded.time > self.due + days
        return sum(map(grades.points, CELLS)) / 2 if is_late else 0.0


@dataclass
class Model:
    """A class: what is in `submitted/`, in the gradebook and in `autograded/`."""

    submitted: dict[str, Work] = field(default_factory=dict)
    book: Book = field(default_factory=Book)
    folders: dict[str, Graded] = field(default_factory=dict)

    def grade(self, students=None, *, fails=False):
        """Grade the work of some students, or all. If the run fails, no notebook can be run."""
        for student in self.submitted if students is None else students:
            work = self.submitted[student]
            grades = self.book.grades.setdefault(student, Grades())
            time = work.time
            if time is None and grades.graded:
                time = grades.graded.time
            graded = Graded(work, self._autos(work, fails), time, fails)
            folder = self.folders.get(student)
            for notebook, cells in grades.cells.items():
                before = folder and folder.result(notebook)
                stored = grades.graded and grades.graded.result(notebook)
                is_restored = before != stored
                is_the_new_one = before and stored == graded.result(notebook)
                for name, cell in cells.items():
                    cell.auto = graded.autos[notebook][name]
                    seen = graded.seen(notebook, name, cell.auto)
                    cell.waits = _has_to_wait(cell, seen)
                    if is_restored and cell.has_points_by_hand and not cell.waits:
                        # The page says that all points wait then. If the restored gradebook has
                        # the result that grading now has again, those need not that still hold.
                        cell.waits = None if is_the_new_one else True
            grades.graded = graded
            self.book.students.add(student)
            self.folders[student] = graded

    def rename(self, old, new, *, with_folder):
        """Rename the folder of a submission, and the one in `autograded/`."""
        self.submitted[new] = self.submitted.pop(old)
        if with_folder:
            self.folders[new] = self.folders.pop(old)

    def forget(self, student):
        self.submitted.pop(student, None)
        self.folders.pop(student, None)
        self.book.students.discard(student)
        self.book.grades.pop(student, None)
        self.book.extensions.pop(student, None)

    def can_be_graded(self, student, notebook):
        """Return whether the page of a notebook shows the files that the gradebook's result is for.

        If not, formgrader saves no points and comments.
        """
        stored = self.book.grades[student].graded.work
        return self.folders[student].work.files(notebook) == stored.files(notebook)

    def equal_answers(self):
        """Two students and the answer, for each pair that one press gives the same points.

        Unchanged text is not offered, nor is an answer to a task.
        """
        folders = self.folders
        return {
            (one, other, WRITTEN[notebook])
            for one in folders
            for other in folders
            for notebook in CELLS
            if one != other and _are_equal(folders[one], folders[other], notebook)
        }

    def offered(self):
        """Of the equal answers, those of which the second waits and has no points."""
        return {
            (one, other, name)
            for one, other, name in self.equal_answers()
            if other in self.book.grades and _is_open(self.book.grades[other], name)
        }

    def _autos(self, work, fails):
        """An answer that is as in the release has no points, and no person needs to look at it."""
        is_right = work.answer == RIGHT
        tests = self.book.tests
        autos = {
            "one": {
                "test-add": 3.0 if is_right else 0.0,
                "test-zero": tests.points if is_right or not tests.is_strict else 0.0,
                "why": 0.0 if work.why == UNCHANGED and not any(work.below) else None,
                "essay": None,
            },
            "two": {"test-double": 2.0, "how": 0.0 if work.how == UNCHANGED else None},
        }
        for notebook, names in CELLS.items():
            if not work.is_there(notebook):
                # With another file, that could be the notebook.
                autos[notebook] = dict.fromkeys(names, None if work.picture else 0.0)
            elif work.is_damaged or fails:
                autos[notebook] = dict.fromkeys(names)
        return autos


def _has_to_wait(cell, seen):
    """Return whether a person has to look at a cell that was graded again."""
    if not cell.has_points_by_hand:
        return cell.auto is None
    if seen != cell.seen or cell.waits:
        return True
    return cell.manual is None and cell.auto is None


def _is_open(grades, name):
    (cell,) = [cells[name] for cells in grades.cells.values() if name in cells]
    return cell.waits and not cell.has_points_by_hand


def _are_equal(one, other, notebook):
    name = WRITTEN[notebook]
    if UNCHANGED in (getattr(one.work, name), getattr(other.work, name)):
        return False
    are_run = one.is_run(notebook) and other.is_run(notebook)
    return are_run and one.seen(notebook, name, None) == other.seen(notebook, name, None)
