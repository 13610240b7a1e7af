"""A class after people have graded it: what still holds, and what a person has to look at again."""

import io
import shutil
import sqlite3
from contextlib import closing, redirect_stdout

import pytest
from nbformat.v4 import new_code_cell
from nbgrader.api import Gradebook

from nbjudge.commands.course import load_course
from nbjudge.files.child import FailedItem
from nbjudge.gradebook.extensions import Wanted, grant, plan
from nbjudge.gradebook.scores import read_scores
from nbjudge.grading import ungraded, worker, writer
from nbjudge.grading.pages import make_pages
from nbjudge.plugins.exports import CanvasExporter
from nbjudge.report.gather import gather
from nbjudge.report.table import print_table
from nbjudge_testing.grading_course import PS, audit_of, database, edit, grade_here
from nbjudge_testing.hand_graded_course import (
    DUE,
    NOTEBOOK,
    RIGHT,
    WRONG,
    change_test,
    give,
    hand_in,
    make_course,
    score,
    waiting,
)

LACK = FailedItem("needed too much memory", again=True)
LATE = "2026-11-24 13:00:00 UTC"


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """A course in which nothing is submitted."""
    return make_course(tmp_path_factory.mktemp("by-hand") / "course")


@pytest.fixture
def course(template, tmp_path):
    return shutil.copytree(template, tmp_path / "course")


def test_a_changed_essay_waits_again(course):
    """Its cell is locked, and the same in both; the essay is in a cell that the student added."""
    hand_in(course, "ada", essay=["Two pages."])
    grade_here(course)
    give(course, "ada", why=3, essay=2.5)
    path = hand_in(course, "ada", essay=["Two pages."])
    edit(path, lambda notebook: notebook["metadata"].update(window="wide"))
    assert grade_here(course).graded == 1
    assert waiting(course, "ada") == set()
    hand_in(course, "ada", essay=["no time"])
    assert grade_here(course).graded == 1
    assert waiting(course, "ada") == {"essay"}
    hand_in(course, "ada", essay=["no time"], answer=WRONG)
    grade_here(course)
    assert waiting(course, "ada") == {"essay"}  # nobody has looked at it yet


@pytest.mark.parametrize(
    ("changed", "waits"),
    [({"answer": RIGHT + "  # again"}, {"essay"}), ({"why": "Therefore."}, {"why", "essay"})],
)
def test_a_task_waits_again_if_another_answer_has_changed(course, changed, waits):
    """The task may be about that answer, which has tests or points of its own."""
    hand_in(course, "ada", essay=["Two pages."])
    grade_here(course)
    give(course, "ada", why=3, essay=2.5)
    hand_in(course, "ada", essay=["Two pages."], **changed)
    grade_here(course)
    assert waiting(course, "ada") == waits


def test_an_answer_waits_again_if_the_cell_below_or_a_file_has_changed(course):
    def below(text, **files):
        path = hand_in(course, "ada", why="See below.", **files)
        cell = {"cell_type": "markdown", "id": "below", "metadata": {}, "source": text}
        edit(path, lambda notebook: notebook["cells"].insert(5, cell))
        grade_here(course)
        there = waiting(course, "ada")
        give(course, "ada", why=3, essay=0)
        return there

    below("A good answer.")
    assert below("A good answer.") == set()
    assert below("no time") == {"why", "essay"}
    assert below("no time", beside={"plot.png": b"1"}) == {"why", "essay"}
    assert below("no time", beside={"plot.png": b"2"}) == {"why", "essay"}


def test_a_damaged_file_waits_again_although_it_shows_the_same_sentence(course):
    """Both show the course's own text: a person has opened the first one, not the second."""
    path = hand_in(course, "ada")
    path.write_text("{ first")
    grade_here(course)
    give(course, "ada", why=3, essay=3, test_add=1, test_zero=1)
    grade_here(course, force=True)
    assert waiting(course, "ada") == set()
    path.write_text("{ second")
    grade_here(course)
    assert waiting(course, "ada") == {"why", "essay", "test-add", "test-zero"}


def test_points_for_a_page_that_showed_nothing_wait_when_the_answers_can_be_seen(course):
    """The first run failed, as for lack of memory; the file is the same in both."""
    hand_in(course, "ada", why="A long and right answer.")
    with pytest.MonkeyPatch.context() as patch:
        for module in (worker, ungraded):
            patch.setattr(module, "in_child", lambda _, items, *a, **k: [LACK for _ in items])
        grade_here(course)
    assert "A long and right answer." not in page_of(course, "ada").read_text()
    give(course, "ada", why=0, essay=0, test_add=0)
    grade_here(course)
    assert "A long and right answer." in page_of(course, "ada").read_text()
    assert waiting(course, "ada") == {"why", "essay", "test-add"}


def test_a_plot_that_is_another_in_each_run_does_not_wait_again(course):
    """The student changed nothing."""
    path = hand_in(course, "ada", why="See below.")
    plot = dict(new_code_cell("import os\nprint(os.urandom(8))", id="plot"))
    edit(path, lambda notebook: notebook["cells"].insert(5, plot))
    grade_here(course)
    give(course, "ada", why=3, essay=0)
    grade_here(course, force=True)
    assert waiting(course, "ada") == set()


def test_an_override_stays_while_the_notebook_and_the_automatic_score_are_the_same(course):
    hand_in(course, "cy", answer=WRONG)
    grade_here(course)
    give(course, "cy", why=1, essay=1, test_add=1.5)
    change_test(course, "test-zero", "assert add(0, 0) == 0", points=4)
    assert grade_here(course).graded == 1
    assert waiting(course, "cy") == set()
    hand_in(course, "cy", answer=WRONG + "  # the same points")
    grade_here(course)
    assert waiting(course, "cy") == {"test-add", "essay"}
    give(course, "cy", test_add=1.5, essay=1)
    change_test(course, "test-add", "assert True", points=3)
    grade_here(course)
    assert waiting(course, "cy") == {"test-add"}


def test_points_that_a_person_gives_while_a_result_is_stored_stay(course, monkeypatch):
    """The run has read the row by then, and writes it afterwards."""
    hand_in(course, "ada")
    grade_here(course)
    original = writer._rows
    tried = []

    def rows_then_a_person(session, kind, *arguments):
        rows = original(session, kind, *arguments)
        with closing(sqlite3.connect(course / "gradebook.db", timeout=0)) as database:
            try:
                database.execute("UPDATE grade SET manual_score = 3, needs_manual_grade = 0")
                database.commit()
            except sqlite3.OperationalError as error:
                tried.append(str(error))
        return rows

    monkeypatch.setattr(writer, "_rows", rows_then_a_person)
    grade_here(course, force=True)
    assert tried == ["database is locked"] * 2


def backup(course):
    with closing(sqlite3.connect(course / "gradebook.db")) as database:
        database.execute("PRAGMA wal_checkpoint")
    return shutil.copy(course / "gradebook.db", course / "old.db")


def test_a_restored_gradebook_is_noticed(course):
    hand_in(course, "ada", answer=WRONG)
    hand_in(course, "bea")
    grade_here(course)
    old = backup(course)
    hand_in(course, "ada", answer=RIGHT)
    grade_here(course)
    assert score(course, "ada")[0] == 6
    shutil.copy(old, course / "gradebook.db")
    summary = grade_here(course)
    assert summary.graded == 1 and summary.skipped == 1
    assert summary.changes == {"ada": (3, 6)} and score(course, "ada")[0] == 6
    assert grade_here(course).skipped == 2


def test_points_for_an_answer_that_is_no_longer_there_wait_after_a_restore(course):
    """A person graded the first answer, and the folder holds the second one."""
    hand_in(course, "ada", answer=WRONG, why="The first.")
    grade_here(course)
    give(course, "ada", why=3, essay=0)
    old = backup(course)
    hand_in(course, "ada", answer=RIGHT, why="The second.")
    grade_here(course)
    assert waiting(course, "ada") == {"why", "essay"}
    shutil.copy(old, course / "gradebook.db")
    grade_here(course)
    assert waiting(course, "ada") == {"why", "essay"}


def test_a_restored_gradebook_is_noticed_by_the_time_of_the_submission(course):
    """Only the written answer has changed, so all automatic scores are the same."""
    hand_in(course, "ada", why="The first.", timestamp="2026-11-24 10:00:00 UTC")
    grade_here(course)
    give(course, "ada", why=3, essay=0)
    old = backup(course)
    hand_in(course, "ada", why="The second.", timestamp="2026-11-24 11:00:00 UTC")
    grade_here(course)
    shutil.copy(old, course / "gradebook.db")
    assert grade_here(course).graded == 1
    assert "why" in waiting(course, "ada")
    assert grade_here(course).skipped == 1


@pytest.mark.parametrize("is_graded_again", [True, False])
def test_a_restored_gradebook_is_noticed_without_times_and_with_the_same_scores(
    course, is_graded_again
):
    hand_in(course, "ada", why="The first.")
    grade_here(course)
    give(course, "ada", why=3, essay=0)
    old = backup(course)
    hand_in(course, "ada", why="The second.")
    grade_here(course)
    assert waiting(course, "ada") == {"why", "essay"}
    if is_graded_again:  # with the same points
        give(course, "ada", why=3, essay=0)
    shutil.copy(old, course / "gradebook.db")
    assert grade_here(course).graded == 1
    assert waiting(course, "ada") == {"why", "essay"}
    assert grade_here(course).skipped == 1
    shutil.copy(backup(course), course / "gradebook.db")  # it is of today
    assert grade_here(course).skipped == 1


def test_points_hold_in_a_restored_gradebook_if_their_answer_is_submitted_again(course):
    hand_in(course, "ada", answer=RIGHT)
    grade_here(course)
    give(course, "ada", why=3, essay=0)
    old = backup(course)
    hand_in(course, "ada", answer=WRONG)
    grade_here(course)
    shutil.copy(old, course / "gradebook.db")
    hand_in(course, "ada", answer=RIGHT)
    assert grade_here(course).graded == 1
    assert waiting(course, "ada") == {"essay"}


def hand_in_without_notebook(course, student):
    """Submit an empty folder; with another file in it, the notebook could be that file."""
    hand_in(course, student).unlink()


def page_of(course, student):
    return course / "autograded" / student / PS / f"{NOTEBOOK}.ipynb"


def test_points_wait_if_the_notebook_is_missing_since(course, monkeypatch):
    """They stay until a person has looked, and there is a page to look at."""
    monkeypatch.chdir(course)
    hand_in(course, "ada")
    grade_here(course)
    give(course, "ada", why=3, essay=0, test_add=2)
    hand_in_without_notebook(course, "ada")
    grade_here(course)
    assert score(course, "ada")[0] == 5
    assert waiting(course, "ada") == {"why", "essay", "test-add"}
    assert "one.ipynb is missing" in page_of(course, "ada").read_text()
    assert "ada 5+?" in " ".join(table(course, *load_course(PS, [])).split())
    give(course, "ada", why=0, essay=0, test_add=0)
    grade_here(course, force=True)
    assert waiting(course, "ada") == set()
    hand_in(course, "ada")
    grade_here(course)
    assert waiting(course, "ada") == {"why", "essay", "test-add"}


@pytest.mark.parametrize("name", ["timestamp.txt", "submission_secret.txt"])
def test_a_missing_notebook_that_is_handed_in_again_does_not_wait(course, monkeypatch, name):
    """The files are the same but for one of those that `nbgrader submit` writes."""
    monkeypatch.chdir(course)
    figure = {"figure.png": b"a figure"}
    hand_in(course, "ada")
    grade_here(course)
    give(course, "ada", why=3, essay=0, test_add=2)
    for content in [b"2026-11-24 08:00:00 UTC", b"2026-11-24 09:00:00 UTC"]:
        hand_in(course, "ada", beside={**figure, name: content}).unlink()
        grade_here(course)
        give(course, "ada", why=3, essay=0, test_add=0, test_zero=0)
    hand_in(course, "ada", beside={**figure, name: b"2026-11-24 10:00:00 UTC"}).unlink()
    assert grade_here(course).graded == 1
    assert waiting(course, "ada") == set()


def test_a_missing_notebook_without_points_by_hand_has_no_page(course):
    hand_in_without_notebook(course, "ada")
    grade_here(course)
    assert waiting(course, "ada") == set() and not page_of(course, "ada").exists()


def give_extra_credit(course, student, cell, points):
    with Gradebook(database(course), "small") as gradebook:
        gradebook.find_grade(cell, NOTEBOOK, PS, student).extra_credit = points
        gradebook.db.commit()


def test_extra_credit_waits_as_other_points_by_hand_do(course, monkeypatch):
    monkeypatch.chdir(course)
    hand_in(course, "ada", answer=RIGHT + "  # elegant")
    grade_here(course)
    give(course, "ada", why=3, essay=0)
    give_extra_credit(course, "ada", "test-add", 2)
    grade_here(course, force=True)
    assert waiting(course, "ada") == set()
    hand_in(course, "ada", answer=RIGHT)
    grade_here(course)
    assert score(course, "ada")[0] == 11 and waiting(course, "ada") == {"test-add", "essay"}
    line = "test-add was autograded after it was graded by hand"
    assert line in table(course, *load_course(PS, []))
    give(course, "ada", test_add=None, essay=0)
    hand_in_without_notebook(course, "ada")
    grade_here(course)
    assert waiting(course, "ada") == {"test-add", "why", "essay"}


def test_extra_credit_is_no_score_of_an_answer(course):
    """The released text has 0 points by itself; with another cell below, a person gives them."""
    hand_in(course, "ada", why="YOUR ANSWER HERE")
    grade_here(course)
    give_extra_credit(course, "ada", "why", 0.5)
    assert waiting(course, "ada") == {"essay"}
    change_test(course, "test-zero", "assert True", points=3)
    grade_here(course)
    assert waiting(course, "ada") == {"essay"}
    hand_in(course, "ada", why="Because.")
    grade_here(course)
    assert waiting(course, "ada") == {"why", "essay"}
    grade_here(course, force=True)
    assert waiting(course, "ada") == {"why", "essay"}


def extend(course, student, days):
    with Gradebook(database(course), "small") as gradebook:
        gradebook.update_or_create_student(student)
        grant(gradebook, PS, plan(gradebook, PS, [Wanted(student, days)]))


@pytest.mark.parametrize("text", ["{ broken", ""])
def test_an_unreadable_notebook_with_an_extension_is_a_submission(course, monkeypatch, text):
    """No test gave a score, and its time is not known."""
    monkeypatch.chdir(course)
    hand_in(course, "ada").write_text(text)
    for student in ("ada", "bea"):
        extend(course, student, "2")
    assert grade_here(course).graded == 1
    assert "ada 0+?" in " ".join(table(course, *load_course(PS, [])).split())
    with Gradebook(database(course), "small") as gradebook:
        assert read_scores(gradebook, PS).submissions.keys() == {"ada"}
    assert grade_here(course).skipped == 1


@pytest.mark.parametrize("field", ["auto_score", "auto_comment"])
def test_an_edited_gradebook_is_noticed(course, field):
    hand_in(course, "ada")
    grade_here(course)
    with Gradebook(database(course), "small") as gradebook:
        if field == "auto_score":
            gradebook.find_grade("test-add", NOTEBOOK, PS, "ada").auto_score = 1
        else:
            gradebook.find_comment("add", NOTEBOOK, PS, "ada").auto_comment = "No response."
        gradebook.db.commit()
    assert grade_here(course).graded == 1
    assert score(course, "ada")[0] == 6
    assert grade_here(course).skipped == 1


def table(course, coursedir, config):
    with redirect_stdout(io.StringIO()) as printed:
        print_table(coursedir, PS, config)
    return printed.getvalue()


def report(course, coursedir, config):
    (gus,) = gather(coursedir, PS, config).submissions
    return f"{gus.student_id} {gus.score}"


def feedback(course, coursedir, config):
    make_pages(coursedir, config, students=[], workers=1, force=False)
    return (course / "feedback" / "gus" / PS / f"{NOTEBOOK}.html").read_text()


def canvas(course, coursedir, config):
    to = course / "canvas.csv"
    with Gradebook(database(course), "small") as gradebook:
        CanvasExporter(to=str(to), config=config).export(gradebook)
    return to.read_text()


def grade(course, coursedir, config):
    return f"{grade_here(course).skipped} skipped"


@pytest.mark.parametrize(
    ("show", "expected"),
    [
        (table, "gus 9 -4.5 4.5"),
        (report, "gus 4.5"),
        (feedback, "because this was submitted late: 4.5."),
        (canvas, "gus,,gus,,4.50"),
        (grade, "1 skipped"),
    ],
)
def test_a_late_penalty_counts_points_by_hand(course, monkeypatch, show, expected):
    monkeypatch.chdir(course)
    hand_in(course, "gus", timestamp=LATE)
    grade_here(course)
    assert score(course, "gus") == (6, 3)
    give(course, "gus", why=3, essay=0)
    assert expected in " ".join(show(course, *load_course(PS, [])).split())
    assert score(course, "gus") == (9, 4.5)
    entry = {"event": "late-penalty", "student": "gus", "notebook": NOTEBOOK, "points": [3, 4.5]}
    assert entry.items() <= audit_of(course)[-1].items()
    show(course, *load_course(PS, []))
    assert len([line for line in audit_of(course) if line["event"] == "late-penalty"]) == 1


def test_a_late_penalty_follows_the_due_date(course, monkeypatch):
    monkeypatch.chdir(course)
    hand_in(course, "gus", timestamp=LATE)
    grade_here(course)
    give(course, "gus", why=0, essay=0)
    # The column `late` is left out if nobody has a penalty.
    for due, penalty, row in (("2026-11-25 12:00:00 UTC", 0, "gus 6 "), (DUE, 3, "gus 6 -3 3 ")):
        with Gradebook(database(course), "small") as gradebook:
            gradebook.update_or_create_assignment(PS, duedate=due)
        assert row in " ".join(table(course, *load_course(PS, [])).split())
        assert score(course, "gus") == (6, penalty)


def test_pages_with_points_of_other_answers_are_named(course, monkeypatch, caplog):
    """A gradebook was restored, and nobody has graded since."""
    monkeypatch.chdir(course)
    for student in ("gus", "ada"):
        hand_in(course, student)
    grade_here(course)
    backup = shutil.copy(course / "gradebook.db", course / "backup.db")
    hand_in(course, "gus", why="Therefore.")
    grade_here(course)
    coursedir, config = load_course(PS, [])
    coursedir.log.propagate = True
    feedback(course, coursedir, config)
    assert caplog.messages == []
    shutil.copy(backup, course / "gradebook.db")
    feedback(course, coursedir, config)
    (message,) = caplog.messages
    assert "gus" in message and "ada" not in message
    grade_here(course)
    caplog.clear()
    feedback(course, coursedir, config)
    assert caplog.messages == []


OWN_CLASSES = """
from nbgrader.api import Gradebook
from nbgrader.preprocessors import AssignLatePenalties, NbGraderPreprocessor, SaveAutoGrades

class Quarter(AssignLatePenalties):
    def _check_late_penalty(self, notebook, penalty):
        return super()._check_late_penalty(notebook, penalty) / 2

class Everything(AssignLatePenalties):
    def __init__(self, **keywords):
        super().__init__(**keywords)
        self.share = 1

    def init_plugin(self):
        super().init_plugin()
        self.plugin_inst.late_submission_penalty = lambda _, score, seconds: self.share * score

class AfterAnHour(AssignLatePenalties):
    def preprocess(self, nb, resources):
        nb, resources = super().preprocess(nb, resources)
        submission = self.gradebook.find_submission(self.assignment_id, self.student_id)
        notebook = self.gradebook.find_submission_notebook(
            self.notebook_id, self.assignment_id, self.student_id
        )
        if submission.total_seconds_late >= 3600:
            notebook.late_submission_penalty += 1
        return nb, resources

class Generous(SaveAutoGrades):
    def _add_score(self, cell, resources):
        super()._add_score(cell, resources)
        id = cell.metadata.nbgrader.grade_id
        grade = self.gradebook.find_grade(id, self.notebook_id, self.assignment_id, self.student_id)
        if grade.auto_score is not None:
            grade.auto_score += 1

class Two(AssignLatePenalties):
    def preprocess(self, nb, resources):
        ids = resources["nbgrader"]
        self.gradebook = Gradebook(ids["db_url"])
        with self.gradebook:
            place = ids["notebook"], ids["assignment"], ids["student"]
            if self.gradebook.find_submission(*place[1:]).total_seconds_late:
                self.gradebook.find_submission_notebook(*place).late_submission_penalty = 2
            self.gradebook.db.commit()
        return nb, resources

class Opens(SaveAutoGrades):
    def preprocess(self, nb, resources):
        self.notebook_id = resources["nbgrader"]["notebook"]
        self.assignment_id = resources["nbgrader"]["assignment"]
        self.student_id = resources["nbgrader"]["student"]
        self.gradebook = Gradebook(resources["nbgrader"]["db_url"])
        nb, resources = NbGraderPreprocessor.preprocess(self, nb, resources)
        self.gradebook.close()
        return nb, resources

chain = c.Autograde.autograde_preprocessors
chain[chain.index("nbgrader.preprocessors.BASE")] = NAME
"""


@pytest.mark.parametrize(
    ("name", "base", "graded", "by_hand"),
    [
        ("Quarter", "AssignLatePenalties", (6, 1.5), (9, 2.25)),
        ("Everything", "AssignLatePenalties", (6, 6), (9, 9)),
        # It has a `preprocess`, so only grading knows what it assigns.
        ("AfterAnHour", "AssignLatePenalties", (6, 4), (9, 4)),
        ("Generous", "SaveAutoGrades", (8, 4), (11, 5.5)),
        # These open the gradebook, as nbgrader's own do.
        ("Two", "AssignLatePenalties", (6, 2), (9, 2)),
        ("Opens", "SaveAutoGrades", (6, 3), (9, 4.5)),
    ],
)
def test_a_class_of_the_course_that_is_derived_from_nbgraders(
    course, monkeypatch, name, base, graded, by_hand
):
    monkeypatch.chdir(course)
    with open("nbgrader_config.py", "a") as config:
        config.write(OWN_CLASSES.replace("NAME", name).replace("BASE", base))
    hand_in(course, "gus", timestamp=LATE)
    assert grade_here(course).attention == {}
    assert score(course, "gus") == graded
    give(course, "gus", why=3, essay=0)
    assert "gus" in table(course, *load_course(PS, []))
    assert score(course, "gus") == by_hand


def test_a_late_student_without_points_keeps_none_by_hand(course, monkeypatch):
    """With nbgrader's own method "zero", for what the tests gave and for what a person gives."""
    monkeypatch.chdir(course)
    zero = [
        "--AssignLatePenalties.plugin_class=nbgrader.plugins.LateSubmissionPlugin",
        "--LateSubmissionPlugin.penalty_method=zero",
    ]
    hand_in(course, "gus", timestamp=LATE)
    hand_in(course, "ada", timestamp="2026-11-24 11:00:00 UTC")
    grade_here(course, *zero)
    for student in ("gus", "ada"):
        give(course, student, why=3, essay=0)
    assert "gus,,gus,,0.00" in canvas(course, *load_course(PS, zero))
    assert score(course, "ada") == (9, 0) and score(course, "gus") == (9, 9)


def test_a_plugin_that_fails_is_named_and_the_table_is_printed(course, monkeypatch, caplog):
    monkeypatch.chdir(course)
    hand_in(course, "gus", timestamp=LATE)
    grade_here(course)
    give(course, "gus", why=3, essay=0)
    coursedir, config = load_course(PS, [])

    class Broken(config.AssignLatePenalties.plugin_class):
        def late_submission_penalty(self, *_):
            raise LookupError("no table of penalties")

    config.AssignLatePenalties.plugin_class = Broken
    coursedir.log.propagate = True
    assert "gus" in table(course, coursedir, config)
    assert "points given by hand: LookupError: no table of penalties" in caplog.text
    assert score(course, "gus") == (9, 3)


def test_points_above_a_new_maximum_are_marked(course, monkeypatch):
    monkeypatch.chdir(course)
    hand_in(course, "ada")
    hand_in(course, "bea")
    grade_here(course)
    give(course, "ada", why=3, essay=0)
    give(course, "bea", why=2, essay=0)
    with Gradebook(database(course), "small") as gradebook:
        gradebook.find_grade("why", NOTEBOOK, PS, "bea").extra_credit = 1
        gradebook.find_graded_cell("why", NOTEBOOK, PS).max_score = 2
        gradebook.db.commit()
    grade_here(course)
    coursedir, config = load_course(PS, [])
    line = "why has 3 of 2 points by hand. Check it again."
    assert gather(coursedir, PS, config).reasons == {"ada": [line]}
    assert line.rstrip(".") in table(course, coursedir, config)
