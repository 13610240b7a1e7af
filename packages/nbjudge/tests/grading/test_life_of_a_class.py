"""A random life of a class, compared after every step with what the pages promise.

A life that fails ends at its first difference, and prints its steps up to there.
"""

import copy
import io
import random
import shutil
import sqlite3
from collections import defaultdict
from contextlib import closing, redirect_stdout, suppress
from dataclasses import replace
from datetime import timedelta

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell
from nbgrader.api import Grade, Gradebook
from nbgrader.converters import GenerateAssignment

from nbjudge.commands.course import load_course
from nbjudge.course.delete_student import delete_student, find_kept
from nbjudge.files.child import FailedItem
from nbjudge.gradebook.extensions import Wanted, grant, plan
from nbjudge.gradebook.hand_grading import (
    NewerValueError,
    Points,
    copy_points,
    locked,
)
from nbjudge.gradebook.scores import read_scores
from nbjudge.gradebook.stored_results import is_of_folder
from nbjudge.grading import ungraded, worker
from nbjudge.plugins import execute
from nbjudge.plugins.exports import CanvasExporter
from nbjudge.report.table import print_table
from nbjudge.server.write_ups import WriteUps, course_notebook, gradable_files, waiting_cells
from nbjudge_testing import courses
from nbjudge_testing.class_model import (
    CELLS,
    COMMENTED,
    FIRST_DUE,
    UNCHANGED,
    UTC,
    WRITTEN,
    Model,
    ReleasedTests,
    Work,
)
from nbjudge_testing.gradebooks import save_comment, save_points
from nbjudge_testing.grading_course import PS, database, grade_here
from nbjudge_testing.hand_graded_course import NOTEBOOK, RIGHT, WRONG, hand_in, make_course

# Few, so that much happens to each. All of them have a time of submission but bea, whose files have
# none, and cy gets a folder only when another is renamed.
STUDENTS = ("ada", "bea", "cy")
HEADING = "## The essay"  # the text of a cell of the course
DOUBLE = "def double(x):\n    return 2 * x"
SECOND = [
    courses.cell("double", "### BEGIN SOLUTION\n### END SOLUTION", solution=True),
    courses.cell("test-double", "assert double(2) == 4", points=2, grade=True, locked=True),
    courses.cell("how", "How?", new_markdown_cell, 2, grade=True, solution=True),
]
ROWS = """
SELECT submitted_assignment.student_id, notebook.name, base_cell.name, {columns}
FROM {table}
JOIN base_cell ON base_cell.id = {table}.cell_id
JOIN submitted_notebook ON submitted_notebook.id = {table}.notebook_id
JOIN notebook ON notebook.id = submitted_notebook.notebook_id
JOIN submitted_assignment ON submitted_assignment.id = submitted_notebook.assignment_id
"""
GIVEN = [
    Points(None, None),
    Points(None, 0.5),
    Points(None, 0.5),
    Points(0.0, None),
    Points(1.0, 0.5),
    Points(2.0, None),
    Points(3.0, None),
]
LACK = FailedItem("needed too much memory", again=True)
POINTS = ("auto_score", "manual_score", "extra_credit", "needs_manual_grade")


class Life:
    """A class, and the model of it, which take the same steps."""

    def __init__(self, course, seed):
        self.course = course
        self.coursedir, self.config = load_course(PS, [])
        self.chance = random.Random(seed)
        self.model = Model()
        self.tests = ReleasedTests()  # those in source/
        self.last_step = None
        self.backups = []
        with self.gradebook() as gradebook:
            for student in STUDENTS:
                gradebook.add_student(student)
                self.model.book.students.add(student)

    def step(self):
        """Take a random step in both; return what it was."""
        steps = {
            self.hand_in: 8,
            self.grade: 2,
            self.fail: 1,
            self.give: 3,
            self.give_unseen: 1,
            self.press: 3,
            self.comment: 1,
            self.extend: 1,
            self.move_due_date: 1,
            self.regenerate: 1,
            self.back_up: 2,
            self.restore: 3,
            self.rename: 1,
            self.forget: 1,
        }
        next_steps = {
            self.hand_in: [self.grade],
            self.restore: [self.grade],
            self.regenerate: [self.grade],
            self.rename: [self.grade],
            self.grade: [self.give],
            self.fail: [self.grade, self.give],
            self.give: [self.give, self.press, self.back_up, self.hand_in, self.fail],
            self.back_up: [self.hand_in],
        }
        (step,) = self.chance.choices(list(steps), weights=steps.values())
        if self.last_step in next_steps and self.chance.random() < 0.8:
            step = self.chance.choice(next_steps[self.last_step])  # what a teacher does then
        self.last_step = step
        return step()

    # ---- the steps --------------------------------------------------------------------------

    def hand_in(self):
        (student,) = self.chance.choices(STUDENTS, weights=[4, 4, 1])
        time = FIRST_DUE + timedelta(minutes=self.chance.randrange(-4320, 4320))
        if student == "bea" or self.chance.random() < 0.1:
            time = None
        work = Work(
            answer=self.chance.choice([RIGHT, WRONG]),
            why=self.chance.choice(["Because.", "Therefore.", UNCHANGED]),
            below=self.chance.choice([(), ("", "More."), (HEADING, "More."), (HEADING, "No.")]),
            essay=self.chance.choice(["Two pages.", "no time"]),
            how=self.chance.choice(["So.", "So.", "Otherwise.", UNCHANGED, None]),
            picture=self.chance.choice([None, None, b"a figure"]),
            is_damaged=self.chance.random() < 0.2,
            release=self.tests,
            time=time,
        )
        before = self.model.submitted.get(student)
        if before and self.chance.random() < 0.8:  # at most one thing is new
            parts = ["answer", "why", "below", "essay", "how", "picture", "is_damaged", "time"]
            new = self.chance.choice(parts)
            kept = replace(before, time=work.time, release=self.tests)
            work = replace(kept, **{new: getattr(work, new)})
        self.model.submitted[student] = work
        self.write(student, work)
        return f"{student} hands in {work}"

    def grade(self):
        self.model.grade()
        if self.model.submitted:
            grade_here(self.course)
        self.settle()
        return "grade"

    def fail(self):
        """Grade a student's work again, when the machine has too little memory to run anything."""
        if not self.model.submitted:
            return "nothing that cannot be run"
        students = sorted(self.model.submitted)
        folders = self.model.folders
        failed = [one for one in students if one in folders and folders[one].has_failed]
        student = self.chance.choice(failed or students)  # rather one whose work failed before
        self.model.grade([student], fails=True)
        with pytest.MonkeyPatch.context() as patch:
            for module in (worker, ungraded):
                patch.setattr(module, "in_child", lambda _, items, *a, **k: [LACK for _ in items])
            grade_here(self.course, students=[student], force=True)
        self.settle()
        return f"the work of {student} cannot be run"

    def settle(self):
        """Follow the gradebook in the model, if either is right."""
        points = self.rows("grade", POINTS)
        for student, grades in self.model.book.grades.items():
            for notebook, cells in grades.cells.items():
                for name, cell in cells.items():
                    if cell.waits is None:
                        cell.waits = bool(points[student][notebook][name][-1])

    def give(self):
        """Give points by hand, or take them away, as formgrader does: for a cell or for all."""
        page = self.a_page()
        if page is None:
            return "nothing to give points for"
        student, notebook = page
        names = self.chance.choice([CELLS[notebook], [self.chance.choice(CELLS[notebook])]])
        given = {}
        for name in names:
            cell = self.model.book.grades[student].cells[notebook][name]
            given[name] = self.chance.choice(GIVEN)
            shown = Points(cell.manual, cell.extra)
            self.save(student, notebook, name, given[name], shown)
            graded = self.model.folders[student]
            cell.give(given[name], graded.seen(notebook, name, cell.auto))
        return f"{student} gets {given}"

    def give_unseen(self):
        """Give points on a page that shows older ones."""
        page = self.a_page()
        if page is None:
            return "nothing to give unseen points for"
        student, notebook = page
        name = self.chance.choice(CELLS[notebook])
        extra = self.model.book.grades[student].cells[notebook][name].extra
        with suppress(NewerValueError):
            self.save(student, notebook, name, Points(1.5, None), Points(2.5, extra))
        return f"{student} does not get points for {name} over others"

    def press(self):
        """Give equal answers the same points, with a page on which they all still waited."""
        page = self.a_page()
        if page is None:
            return "no equal answers"
        student, notebook = page
        name = WRITTEN[notebook]
        grades = self.model.book.grades
        source = grades[student].cells[notebook][name]
        if source.manual is None or source.waits:
            return f"{student} has no points for {name} to copy"
        points = Points(source.manual, source.extra)
        equal = {
            other
            for one, other, cell in self.model.equal_answers()
            if (one, cell) == (student, name) and other in grades
        }
        others = sorted(
            other
            for other in equal
            if self.has_page(other, notebook) and self.model.can_be_graded(other, notebook)
        )
        comment = grades[student].comments[notebook][name]
        with self.gradebook() as gradebook:
            keys = [gradebook.find_grade(name, notebook, PS, other).id for other in others]
            with locked(gradebook.db, Grade, keys) as rows:
                remarks = {
                    other: gradebook.find_comment(name, notebook, PS, other) for other in others
                }
                copy_points(points, comment, [(row, remarks[row.student.id]) for row in rows])
        for other in others:
            cell = grades[other].cells[notebook][name]
            if cell.waits and not cell.has_points_by_hand:
                cell.give(points, self.model.folders[other].seen(notebook, name, cell.auto))
                comments = grades[other].comments[notebook]
                comments[name] = comments[name] or comment
        return f"{others} get the points of {student} for {name}"

    def comment(self):
        page = self.a_page()
        if page is None:
            return "nothing to comment"
        student, notebook = page
        comments = self.model.book.grades[student].comments[notebook]
        name = self.chance.choice(COMMENTED[notebook])
        text = self.chance.choice(["Good.", "Why?", None])
        with self.gradebook() as gradebook:
            row = gradebook.find_comment(name, notebook, PS, student)
            save_comment(gradebook.db, row.id, text, shown=comments[name])
        comments[name] = text
        return f"{student} reads {text!r} below {name}"

    def extend(self):
        if not self.model.book.students:
            return "nobody to extend"
        student = self.chance.choice(sorted(self.model.book.students))
        days = self.chance.randrange(4)
        self.model.book.extensions[student] = days
        with self.gradebook() as gradebook:
            grant(gradebook, PS, plan(gradebook, PS, [Wanted(student, str(days))]))
        return f"{student} has {days} days more"

    def move_due_date(self):
        self.model.book.due = FIRST_DUE + timedelta(hours=self.chance.randrange(-48, 96))
        with self.gradebook() as gradebook:
            gradebook.update_or_create_assignment(PS, duedate=f"{self.model.book.due:{UTC}}")
        return f"the due date is {self.model.book.due}"

    def regenerate(self):
        """Release the assignment again, mostly with another test or other points."""
        if self.chance.random() < 0.7:
            points = self.chance.choice([2, 3, 4])
            self.tests = ReleasedTests(points, is_strict=self.chance.random() < 0.5)
        self.model.book.tests = self.tests
        path = self.course / "source" / PS / f"{NOTEBOOK}.ipynb"
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            if cell.metadata.get("nbgrader", {}).get("grade_id") == "test-zero":
                number = 2 if self.tests.is_strict else 0
                cell.source = f"assert add({number}, 0) == {number}"
                cell.metadata.nbgrader.points = self.tests.points
        nbformat.write(notebook, path)
        converter = GenerateAssignment(coursedir=self.coursedir, config=self.config)
        converter.force = True
        converter.start()
        return f"the release has {self.tests}"

    def back_up(self):
        path = self.course / f"backup-{len(self.backups)}.db"
        shutil.copy(self.course / "gradebook.db", path)
        self.backups.append((path, copy.deepcopy(self.model.book)))
        return f"backup {len(self.backups) - 1}"

    def restore(self):
        if not self.backups:
            return "no backup"
        number = max(self.chance.choices(range(len(self.backups)), k=2))  # rather a new one
        path, book = self.backups[number]
        shutil.copy(path, self.course / "gradebook.db")
        self.model.book = copy.deepcopy(book)
        return f"backup {number} is restored"

    def rename(self):
        """Correct an id, in `submitted/` alone or in `autograded/`, too."""
        free = [name for name in STUDENTS if name not in self.model.submitted]
        if not (self.model.submitted and free):
            return "nobody to rename"
        old = self.chance.choice(sorted(self.model.submitted))
        new = self.chance.choice(free)
        folders = self.model.folders
        with_folder = old in folders and new not in folders and self.chance.random() < 0.5
        self.model.rename(old, new, with_folder=with_folder)
        for step in ["submitted", "autograded"] if with_folder else ["submitted"]:
            (self.course / step / old).rename(self.course / step / new)
        return f"{old} is renamed {new}, {with_folder=}"

    def forget(self):
        student = self.chance.choice(STUDENTS)
        delete_student(self.coursedir, student, find_kept(self.coursedir, student))
        self.model.forget(student)
        return f"{student} is deleted"

    # ---- what the steps use -----------------------------------------------------------------

    def gradebook(self):
        return Gradebook(database(self.course), "small")

    def write(self, student, work):
        """Write the files of a submission."""
        time = work.time and f"{work.time:{UTC}}"
        beside = {"figure.png": work.picture} if work.picture else {}
        path = hand_in(self.course, student, work.answer, work.why, [work.essay], time, beside)
        notebook = nbformat.read(path, as_version=4)
        names = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in notebook.cells]
        place = names.index("why") + 1
        notebook.cells[place:place] = [
            new_markdown_cell(text, id=f"below-{number}") for number, text in enumerate(work.below)
        ]
        nbformat.write(notebook, path)
        if work.how is not None:
            second = nbformat.read(self.course / "release" / PS / "two.ipynb", as_version=4)
            texts = {"double": DOUBLE, "how": work.how}
            for cell in second.cells:
                cell.source = texts.get(cell.metadata.nbgrader.grade_id, cell.source)
            nbformat.write(second, path.with_name("two.ipynb"))
        if work.is_damaged:
            for damaged in path.parent.glob("*.ipynb"):
                damaged.write_text("{ " + work.why)

    def page(self, student, notebook):
        return self.course / "autograded" / student / PS / f"{notebook}.ipynb"

    def has_page(self, student, notebook):
        return student in self.model.folders and self.page(student, notebook).exists()

    def a_page(self):
        """A student and a notebook for which formgrader saves points; None if there is none."""
        pages = [page for page in self.pages() if self.model.can_be_graded(*page)]
        return self.chance.choice(pages) if pages else None

    def pages(self):
        """The students and notebooks that formgrader shows."""
        return [
            (student, notebook)
            for student in sorted(self.model.book.grades)
            for notebook in CELLS
            if self.has_page(student, notebook)
        ]

    def save(self, student, notebook, name, given, shown):
        with self.gradebook() as gradebook:
            grade = gradebook.find_grade(name, notebook, PS, student)
            save_points(gradebook.db, grade.id, given, shown)

    def rows(self, table, columns):
        """The values of the rows of a table for cells, by student, notebook and cell."""
        names = ", ".join(f"{table}.{column}" for column in columns)
        values = defaultdict(lambda: defaultdict(dict))
        with closing(sqlite3.connect(self.course / "gradebook.db")) as connection:
            for student, notebook, name, *row in connection.execute(
                ROWS.format(table=table, columns=names)
            ):
                values[student][notebook][name] = row
        return values

    # ---- what is compared -------------------------------------------------------------------

    def differences(self):
        """Look at the class in one of the ways in which people do, and compare."""
        look = self.chance.choice([self.table, self.export, self.nbgraders])
        seen = {"gradebook": self.stored(), look.__name__: look()}
        expected = {
            "gradebook": self.expected(),
            look.__name__: {
                student: getattr(self, f"expected_{look.__name__}")(student)
                for student in self.model.book.grades
            },
        }
        seen["can be graded"] = self.can_be_graded()
        expected["can be graded"] = {page: self.model.can_be_graded(*page) for page in self.pages()}
        if look == self.nbgraders:
            seen["offered"] = self.offered()
            expected["offered"] = self.model.offered()
        if self.last_step in (self.grade, self.fail):
            seen["waits without a page"] = self.without_a_page()
            expected["waits without a page"] = set()
        return list(differences(seen, expected))

    def stored(self):
        """What the gradebook holds; the students and the sums as nbjudge reads them."""
        points = self.rows("grade", POINTS)
        comments = self.rows("comment", ["manual_comment"])
        with self.gradebook() as gradebook:
            scores = read_scores(gradebook, PS)
        students = {
            student: {
                "points": submission.points,
                "waits": bool(submission.pending),
                "time": submission.timestamp,
                "cells": points[student],
                "comments": comments[student],
            }
            for student, submission in scores.submissions.items()
        }
        return {"students": students, "points": scores.max_score}

    def expected(self):
        book = self.model.book
        students = {}
        for student, grades in book.grades.items():
            students[student] = {
                "points": sum(map(grades.points, CELLS)),
                "waits": any(map(grades.waits, CELLS)),
                "time": grades.graded.time,
                "cells": {
                    notebook: {
                        name: [cell.auto, cell.manual, cell.extra, cell.waits]
                        for name, cell in cells.items()
                    }
                    for notebook, cells in grades.cells.items()
                },
                "comments": {
                    notebook: {name: [text] for name, text in comments.items()}
                    for notebook, comments in grades.comments.items()
                },
            }
        return {"students": students, "points": 13 + book.tests.points}

    def table(self):
        """The cells of the printed table by student, without the mark of attention."""
        printed = io.StringIO()
        with redirect_stdout(printed):
            print_table(self.coursedir, PS, self.config)
        table, _, _ = printed.getvalue().partition(" need")
        lines = [line.split() for line in table.splitlines()]
        return {
            line[0]: [word for word in line[1:] if word != "!"]
            for line in lines
            if line and line[0] in self.model.book.grades
        }

    def expected_table(self, student):
        grades = self.model.book.grades[student]
        penalty = self.model.book.penalty(student)
        points = sum(map(grades.points, CELLS))
        return [
            *(f"{grades.points(name):g}" + "+?" * grades.waits(name) for name in CELLS),
            *([f"-{penalty:g}"] if penalty else []),
            f"{points - penalty:g}",
        ]

    def export(self):
        """What is exported, without a look at the table before."""
        path = self.course / "canvas.csv"
        exporter = CanvasExporter(to=str(path), config=self.config, include_partial=True)
        with self.gradebook() as gradebook:
            exporter.export(gradebook)
        rows = [line.split(",") for line in path.read_text().splitlines()[2:]]
        return {row[2]: row[-1] for row in rows if row[-1]}

    def expected_export(self, student):
        points = sum(map(self.model.book.grades[student].points, CELLS))
        return f"{points - self.model.book.penalty(student):.2f}"

    def nbgraders(self):
        """The points as nbgrader computes them, and whether it says that a person has to grade."""
        with self.gradebook() as gradebook:
            submissions = [
                gradebook.find_submission(PS, student) for student in self.model.book.grades
            ]
            return {
                submission.student_id: (submission.score, submission.needs_manual_grade)
                for submission in submissions
            }

    def expected_nbgraders(self, student):
        grades = self.model.book.grades[student]
        return sum(map(grades.points, CELLS)), any(map(grades.waits, CELLS))

    def offered(self):
        """The equal answers that formgrader offers to give the same points."""
        offered = set()
        with self.gradebook() as gradebook:
            for notebook in gradebook.find_assignment(PS).notebooks:
                if not notebook.submissions:
                    continue
                files = gradable_files(self.coursedir, gradebook, notebook)
                waiting = waiting_cells(files, gradebook, notebook)
                course = course_notebook(self.coursedir, notebook.submissions[0])
                for student in self.model.folders:
                    path = self.page(student, notebook.name)
                    for name, cells in WriteUps().equal(path, waiting, course).items():
                        offered |= {(student, cell.student_id, name) for cell in cells}
        return {pair for pair in offered if pair[1] in self.model.book.grades}

    def can_be_graded(self):
        """Whether formgrader saves points for a page, by student and notebook."""
        with self.gradebook() as gradebook:
            submissions = read_scores(gradebook, PS).submissions
        graded = {}
        for student, name in self.pages():
            submitted = submissions[student].notebooks[name].submitted
            graded[student, name] = is_of_folder(submitted, self.page(student, name).parent, name)
        return graded

    def without_a_page(self):
        """Students' notebooks with a cell that waits, and which formgrader cannot show."""
        return {
            (student, notebook)
            for student, notebooks in self.rows("grade", POINTS).items()
            for notebook, cells in notebooks.items()
            if student in self.model.submitted and any(row[-1] for row in cells.values())
            if not self.page(student, notebook).exists()
        }


def live(course, seed, steps):
    life = Life(course, seed)
    taken = []
    for _ in range(steps):
        taken.append(life.step())
        different = life.differences()
        assert different == [], "\n".join([f"seed {seed}:", *taken, *different])


def differences(seen, expected, path=""):
    """Yield a line for each value that is not as expected."""
    if not (isinstance(seen, dict) and isinstance(expected, dict)):
        if seen != expected:
            yield f"{path} is {seen}, not {expected}"
        return
    for name in sorted({*seen, *expected}):
        yield from differences(seen.get(name), expected.get(name), f"{path}/{name}")


@pytest.fixture
def runs_code_once(monkeypatch):
    """Run equal notebooks once: a life has many attempts, and four different ones in their code."""
    run_notebook = execute.run_notebook
    results = {}

    def run_once(**arguments):
        code = repr((arguments["cells"], arguments["tests"]))
        if code not in results:
            results[code] = run_notebook(**arguments)
        return copy.deepcopy(results[code])

    monkeypatch.setattr(execute, "run_notebook", run_once)


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """The course in which nothing is submitted."""
    folder = tmp_path_factory.mktemp("life") / "course"
    return make_course(folder, {"two": courses.notebook(SECOND)})


@pytest.mark.usefixtures("runs_code_once")
@pytest.mark.parametrize(
    ("steps", "seed"),
    [
        (40, 31),
        # A run fails a second time for work that got points after the first.
        (40, 202),
        # A restored gradebook has points for work that was graded again since.
        (40, 217),
        pytest.param(200, 200, marks=pytest.mark.soak),
        pytest.param(2000, 2000, marks=[pytest.mark.soak, pytest.mark.timeout(7200)]),
    ],
)
def test_a_random_life_of_a_class(template, tmp_path, monkeypatch, steps, seed):
    course = shutil.copytree(template, tmp_path / "course")
    monkeypatch.chdir(course)
    live(course, seed, steps)
