"""Of an in-process cell, a student sees full, part or none before the due date, and no more.

The submission reads the hidden tests of in-process cells, and writes what it found into their
outputs and into the digits of their points.
"""

import datetime
import json
import re
import shutil

import pytest
from nbgrader.api import Gradebook

from nbjudge.course.visible import CONCEALED, RestrictedCells, visible_grades
from nbjudge.files.file_names import RECORD
from nbjudge.gradebook.record import NotebookRecord, Record
from nbjudge.gradebook.scores import CellGrade, NotebookGrades, ScoredCell
from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.tiny_course import TINY, make_course, submission, submit

IN_PROCESS = "c.JudgeExecute.in_process = ['tiny/doubling/test-double-awards']\n"
# The answer's function is called by the cell, so it finds the cell's source in the frame above.
READS = """
import inspect, linecache
def double(x):
    frame = inspect.currentframe().f_back
    text = "".join(linecache.getlines(frame.f_code.co_filename))
    if "awards" in text:
        digits = __import__("re").search("[0-9]{5}", text)[0]
        print("se" + "en", digits)
        frame.f_globals["awards"].entries.append(("se" + "en", int(digits) / 1e5, 1, "why"))
    return 3 * x
"""


def due(course, **away):
    time = datetime.datetime.now(datetime.UTC) + datetime.timedelta(**away)
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        gradebook.update_or_create_assignment(TINY, duedate=f"{time:%Y-%m-%d %H:%M:%S} UTC")


@pytest.fixture(scope="module", params=["nbjudge grade", "nbgrader autograde"])
def course(tmp_path_factory, request):
    """A course with two submissions, graded; their pages are not made yet."""
    course = make_course(tmp_path_factory.mktemp("tiny") / "course", IN_PROCESS)
    submit(course, "amy", submission(course, READS))
    submit(course, "ben", submission(course, "def double(x): return 2 * x"))
    due(course, hours=1)
    if request.param == "nbjudge grade":
        assert run_nbjudge(course, "grade", TINY).returncode == 0
    else:
        # It is copied next to the autograded notebook, where the record would be.
        record = {"notebooks": {"doubling": {"in_process": []}}}
        (course / "submitted" / "amy" / TINY / RECORD).write_text(json.dumps(record))
        run_nbgrader(course, "autograde", TINY)
    return course


@pytest.fixture(params=["nbjudge feedback", "nbgrader generate_feedback"])
def page_of(course, request):
    def page_of(student):
        if request.param == "nbjudge feedback":
            finished = run_nbjudge(course, "feedback", TINY)
            assert finished.returncode == 0, finished.stderr
        else:
            run_nbgrader(course, "generate_feedback", TINY, "--force")
        return (course / "feedback" / student / TINY / "doubling.html").read_text()

    return page_of


def test_before_the_due_date_a_page_shows_full_part_or_none(course, page_of):
    due(course, hours=1)
    page = page_of("amy")
    assert "seen" not in page and "27182" not in page and "0.27" not in page
    assert "some of 3" in page and CONCEALED in page
    assert "0 of 10 points" in " ".join(page.split())
    assert "Some points stay hidden until the due date and are not in this total." in page
    whole = page_of("ben")
    assert re.search(r"awards.*3 of 3", whole) and "some of 3" not in whole


def test_without_a_due_date_a_student_who_can_submit_again_sees_full_part_or_none(course, page_of):
    """`nbjudge watch` has graded an attempt, so another one can follow."""
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        gradebook.update_or_create_assignment(TINY, duedate=None)
    assert "0.5436 of 3" in page_of("amy")
    attempts = course / "attempts"
    (attempts / "amy" / TINY).mkdir(parents=True)
    page = page_of("amy")
    shutil.rmtree(attempts)
    assert "27182" not in page and "0.5436" not in page and "some of 3" in page


def test_after_the_due_date_the_page_shows_all(course, page_of):
    due(course, hours=1)
    page_of("amy")
    due(course, hours=-1)
    page = page_of("amy")
    assert "seen" in page and "0.5436 of 3" in page and CONCEALED not in page


@pytest.mark.parametrize(
    ("hours", "extension", "attempts", "shown"),
    [
        (1, 0, False, False),
        (-1, 0, True, True),
        (-1, 2, True, False),
        (None, 0, False, True),
        (None, 0, True, False),
    ],
)
def test_the_students_own_due_date_decides(hours, extension, attempts, shown):
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    due = hours and now + datetime.timedelta(hours=hours + extension)
    grades = {
        name: CellGrade(ScoredCell("one", name, 2.0, by_hand=False), 1.5, needs_manual_grade=False)
        for name in ("in_process", "judged", "later")
    }
    found = NotebookGrades(6.0, grades, due=due)
    cells = RestrictedCells(frozenset({"in_process", "gone"}), frozenset({"later", "gone"}))
    seen = visible_grades(found, cells, attempts=attempts)
    assert seen.score == (4.5 if shown else 1.5)
    assert seen.concealed == (set() if shown else {"in_process"})
    assert seen.counted_later == (set() if shown else {"later"})
    assert seen.grades["judged"] == grades["judged"]


@pytest.mark.parametrize("points", [0.0, 0.5, 2.0])
def test_points_that_count_later_are_the_same_whatever_they_are(points):
    cell = ScoredCell("one", "later", 2.0, by_hand=False)
    grade = CellGrade(cell, points, extra_credit=points or None, needs_manual_grade=not points)
    found = NotebookGrades(2.0, {"later": grade})
    for cells in (
        RestrictedCells(after_due_date=frozenset({"later"})),
        RestrictedCells(frozenset({"later"}), frozenset({"later"})),
    ):
        seen = visible_grades(found, cells, attempts=True)
        assert seen.grades == {"later": CellGrade(cell, 0.0, needs_manual_grade=False)}
        assert (seen.score, seen.concealed) == (0, set())


def test_without_a_record_any_cell_may_have_run_with_the_submission():
    cell = ScoredCell("one", "test", 2.0, by_hand=False)
    found = NotebookGrades(2.0, {"test": CellGrade(cell, 1.0)})
    for record in (None, Record()):
        assert RestrictedCells.of_record(record, "one", found).in_process == {"test"}
    noted = Record(notebooks={"one": NotebookRecord(after_due_date=["test"])})
    assert RestrictedCells.of_record(noted, "one", found) == RestrictedCells(
        after_due_date=frozenset({"test"})
    )
