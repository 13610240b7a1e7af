"""`nbjudge extend`: more time from a table or for one student, stored as nbgrader stores it."""

import datetime
import shutil
from pathlib import Path

import pytest
from nbformat.v4 import new_markdown_cell
from nbgrader.api import Gradebook

from nbjudge.errors import UsageError
from nbjudge.files.spreadsheet import read_spreadsheet
from nbjudge.gradebook.extensions import Wanted, grant, plan
from nbjudge.gradebook.scores import read_scores
from nbjudge_testing import courses
from nbjudge_testing.commands import run_nbjudge
from nbjudge_testing.gradebooks import add_students, make_sample_gradebook, submit, url

DUE = datetime.datetime(2026, 12, 4, 17)
DAY = datetime.timedelta(days=1)


@pytest.fixture(scope="module")
def template(tmp_path_factory) -> Path:
    """A course with three students, of whom amy has submitted."""
    course = tmp_path_factory.mktemp("course")
    config = f"c = get_config()\nc.CourseDirectory.db_url = {url(Path('gradebook.db'))!r}\n"
    (course / "nbgrader_config.py").write_text(config)
    with Gradebook(url(make_sample_gradebook(course / "gradebook.db"))) as gradebook:
        gradebook.find_assignment("homework").duedate = DUE
        add_students(gradebook, "amy", "ben", "zoë")
        submit(gradebook, "amy", test_trace=1)
        gradebook.db.commit()
    return course


@pytest.fixture
def course(template, tmp_path, monkeypatch) -> Path:
    course = Path(shutil.copytree(template, tmp_path / "course"))
    monkeypatch.chdir(course)
    return course


def extensions(course: Path) -> dict[str, datetime.timedelta]:
    """The extensions that nbgrader reads, by student."""
    with Gradebook(url(course / "gradebook.db")) as gradebook:
        return {
            submission.student.id: submission.extension
            for submission in gradebook.assignment_submissions("homework")
            if submission.extension
        }


def submitted(course: Path) -> set[str]:
    with Gradebook(url(course / "gradebook.db")) as gradebook:
        return {*read_scores(gradebook, "homework").submissions}


def extend(course: Path, *arguments: str, code: int = 0) -> str:
    """Run the command; return what it says."""
    done = run_nbjudge(course, "extend", "homework", *arguments)
    assert done.returncode == code, done.stdout + done.stderr
    assert code or done.stderr == ""  # no warning of SQLAlchemy's about a new submission either
    return done.stderr if code else done.stdout


@pytest.mark.parametrize(
    "table",
    [
        "id,days,date\namy,2,\nben,,2026-12-06\nzoë,,2026-12-06 18:00 UTC\n".encode(),
        # As Excel writes it where a comma is the decimal sign.
        "\ufeffID;Date;Days\r\namy;;2\r\n\r\nben;2026-12-06 17:00 UTC;\r\n"
        "zoë;2026-12-06 19:00 +01:00;\r\n".encode(),
    ],
)
def test_a_table_is_stored_as_intervals(course, table):
    (course / "extensions.csv").write_bytes(table)
    assert "amy" in extend(course, "extensions.csv", "--dry-run")
    assert extensions(course) == {}
    printed = extend(course, "extensions.csv")
    assert "2026-12-06 18:00 UTC" in printed and "2 days 1 hour" in printed
    wanted = {"amy": 2 * DAY, "ben": 2 * DAY, "zoë": 2 * DAY + DAY / 24}
    assert extensions(course) == wanted
    # The same again changes nothing.
    assert "amy" not in extend(course, "extensions.csv")
    assert extensions(course) == wanted


def test_one_student_gets_more_time_and_it_is_taken_back(course):
    extend(course, "ben", "--days", "1,5")
    assert extensions(course) == {"ben": 1.5 * DAY}
    extend(course, "ben", "--until", "2026-12-05")
    assert extensions(course) == {"ben": DAY}
    assert "none" in extend(course, "ben", "--days", "0")
    assert extensions(course) == {}


@pytest.mark.parametrize(
    "date",
    [
        "2026-12-06 18:00 UTC",
        "2026-12-06 18:00",
        "2026-12-06T18:00Z",
        "2026-12-06 18:00:00",
        "2026-12-06 19:00 +01:00",
        "2026-12-06 19:00+0100",
        "2026-12-06 19:00 Europe/Berlin",
    ],
)
def test_a_date_may_have_a_time_zone(course, date):
    with Gradebook(url(course / "gradebook.db")) as gradebook:
        (change,) = plan(gradebook, "homework", [Wanted("ben", until=date)])
    assert change.due == datetime.datetime(2026, 12, 6, 18)


def test_who_has_more_time_and_has_not_submitted_has_no_submission(course):
    extend(course, "ben", "--days", "2")
    assert submitted(course) == {"amy"}
    extend(course, "amy", "--days", "2")
    assert submitted(course) == {"amy"}
    with Gradebook(url(course / "gradebook.db")) as gradebook:
        submission = gradebook.find_submission("homework", "ben")
        for grade in submission.notebooks[0].grades:
            grade.auto_score = 0
        gradebook.db.commit()
    assert submitted(course) == {"amy", "ben"}
    assert extensions(course) == {"amy": 2 * DAY, "ben": 2 * DAY}


def test_an_extension_that_was_taken_back_is_no_submission(course):
    for days in ("2", "0"):
        extend(course, "ben", "--days", days)
        assert submitted(course) == {"amy"}


def test_an_extension_is_no_submission_if_all_is_graded_by_hand(tmp_path):
    essay = courses.cell("why", "Why?", new_markdown_cell, 3, grade=True, solution=True)
    essays = courses.make_course(
        tmp_path / "essays", "essay", {"one": courses.notebook([essay])}, ""
    )
    with Gradebook(url(essays / "gradebook.db")) as gradebook:
        gradebook.update_or_create_assignment("essay", duedate=f"{DUE} UTC")
        gradebook.add_student("ben")
        grant(gradebook, "essay", plan(gradebook, "essay", [Wanted("ben", "2")]))
        assert read_scores(gradebook, "essay").submissions == {}
        (grade,) = gradebook.find_submission_notebook("one", "essay", "ben").grades
        grade.manual_score = 2
        gradebook.db.commit()
        assert set(read_scores(gradebook, "essay").submissions) == {"ben"}


def test_a_submission_that_nbgrader_failed_to_grade_is_one(course):
    """It has no scores, and no time if there is no timestamp.txt."""
    with Gradebook(url(course / "gradebook.db")) as gradebook:
        gradebook.add_submission("homework", "zoë")
    assert submitted(course) == {"amy", "zoë"}


def test_an_extension_is_no_submission_without_a_due_date(course):
    extend(course, "ben", "--days", "2")
    with Gradebook(url(course / "gradebook.db")) as gradebook:
        gradebook.find_assignment("homework").duedate = None
        gradebook.db.commit()
    assert submitted(course) == {"amy"}


def test_nbgrader_computes_lateness_after_an_extension_was_taken_back(course):
    with Gradebook(url(course / "gradebook.db")) as gradebook:
        gradebook.find_submission("homework", "amy").timestamp = DUE + DAY
        gradebook.db.commit()
    for days, late in (("2", 0), ("0", 86400)):
        extend(course, "amy", "--days", days)
        with Gradebook(url(course / "gradebook.db")) as gradebook:
            assert gradebook.find_submission("homework", "amy").total_seconds_late == late


@pytest.mark.parametrize(
    ("arguments", "table", "named"),
    [
        (["eve", "--days", "2"], "", "eve"),
        (["ben"], "", "--days"),
        (["ben", "--days", "two"], "", "'two'"),
        (["ben", "--days=-1"], "", "-1"),
        (["table.csv"], "id,days\nben,20261206\n", "line 2: 20261206 days"),
        (["ben", "--until", "06.12.2026"], "", "06.12.2026"),
        (["ben", "--until", "2026-12-06 17:00 Mars"], "", "Mars"),
        (["ben", "--until", "2026-12-03"], "", "2026-12-04 17:00 UTC"),
        (["missing.csv"], "", "missing.csv"),
        (["table.csv"], "student,days\nben,2\n", "'id'"),
        (["table.csv"], "id,days\nben,2\n,3\n", "line 3"),
        (["table.csv"], "id,until\nben,2026-12-06\n", "the column date"),
        (["table.csv"], "id,days,date\nben,2,2026-12-06\n", "line 2"),
        (["table.csv"], "id,days\nben,2\nben,3\n", "line 3: ben"),
        (["table.csv"], "id,days\namy,2\neve,2\nmallory,3\n", "eve, mallory"),
        (["table.csv"], "id,days\nben,1,5\n", "3 fields"),
    ],
)
def test_a_mistake_is_one_sentence_and_changes_nothing(course, arguments, table, named):
    if table:
        (course / "table.csv").write_text(table)
    said = extend(course, *arguments, code=2)
    assert named in said and said.count("\n") == 1
    assert extensions(course) == {}


def test_without_a_due_date_the_sentence_says_how_to_set_one(course):
    with Gradebook(url(course / "gradebook.db")) as gradebook:
        gradebook.find_assignment("homework").duedate = None
        gradebook.db.commit()
    assert "--duedate" in extend(course, "ben", "--days", "2", code=2)


def test_a_table_that_is_not_utf_8_is_refused_with_its_row(tmp_path):
    path = tmp_path / "table.csv"
    path.write_bytes(b"id,days\namy,1\nzo\xeb,2\n")
    with pytest.raises(UsageError, match=r"line 3 is not UTF-8: zo.,2"):
        read_spreadsheet(path, ["id"])
