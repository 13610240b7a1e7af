"""Commands of docs/instructors.md on due dates, extensions and deleting, typed as they stand."""

import contextlib
import json
import re
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest
from lab_course import ASSIGNMENT, ROOT, copy_course
from nbgrader.api import Gradebook
from nbgrader.utils import notebook_hash
from shell import run_nbgrader, run_nbjudge

PAGE = ROOT / "docs" / "instructors.md"
STUDENT, OTHER = "zqx-student", "yjw-student"
SETTINGS = """
c.Exchange.root = {root!r}
c.ExchangeCollect.check_owner = False  # all hand in as the user who runs the tests
"""


def commands(heading: str) -> list[str]:
    """The blocks of commands of a section of the page."""
    section = re.split(rf"^#+ {heading}$", PAGE.read_text(), flags=re.M)[1]
    section = re.split(r"^#+ ", re.sub(r"(?m)^#(?= )", "", section), flags=re.M)[0]
    return re.findall(r"^```sh\n(.*?)^```$", section, re.M | re.S)


def type_in(course: Path, text: str) -> None:
    """Type commands of the page, with this test's student and exchange."""
    text = re.sub(r"\bada\b", STUDENT, text)
    text = text.replace("/srv/nbgrader/exchange", str(course.parent / "exchange"))
    done = subprocess.run(["sh", "-ec", text], cwd=course, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def gradebook(course: Path) -> Gradebook:
    return Gradebook(f"sqlite:///{course / 'gradebook.db'}", "autograd-lab")


@pytest.fixture
def course(tmp_path):
    """A course with an exchange, released."""
    exchange = tmp_path / "exchange"
    exchange.mkdir()
    exchange.chmod(0o1777)
    course = copy_course(tmp_path / "course")
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(SETTINGS.format(root=str(exchange)))
    run_nbgrader(course, "generate_assignment", ASSIGNMENT, "--force", "--create")
    run_nbgrader(course, "release_assignment", ASSIGNMENT)
    return course


def hand_in(course: Path, student: str) -> str:
    """Hand in what was released, through the exchange; return the secret."""
    home = course.parent / student
    shutil.copytree(course / "release" / ASSIGNMENT, home / ASSIGNMENT)
    settings = "c = get_config()\nc.CourseDirectory.course_id = 'autograd-lab'\n"
    settings += f"c.Exchange.cache = {str(home / 'cache')!r}\n"
    settings += SETTINGS.format(root=str(course.parent / "exchange"))
    (home / "nbgrader_config.py").write_text(settings)
    run_nbgrader(home, "submit", ASSIGNMENT, f"--student={student}")
    (secret,) = home.rglob("submission_secret.txt")
    return secret.read_text()


def test_due_dates_and_extensions(course):
    due, extension = commands("Due dates and extensions")
    type_in(course, due)
    hand_in(course, STUDENT)
    type_in(course, extension)
    with gradebook(course) as found:
        date = found.find_assignment(ASSIGNMENT).duedate
        assert f"{date:%Y-%m-%d %H:%M} UTC" in due
        own = found.find_submission(ASSIGNMENT, STUDENT).duedate
        assert (own - date).days == 2
    type_in(course, extension.replace(", days=2", ""))
    with gradebook(course) as found:
        assert found.find_submission(ASSIGNMENT, STUDENT).duedate == date


def places(folder: Path, text: str) -> list[str]:
    """The files below a folder with a text in their name or content."""
    return [
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if text in str(path.relative_to(folder))
        or (path.is_file() and text.encode() in path.read_bytes())
    ]


def leave_in_free_pages(database: Path, text: str) -> None:
    """Delete a text as a SQLite that is built without SECURE_DELETE does."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("CREATE TABLE gone (text)")
        connection.executemany("INSERT INTO gone VALUES (?)", [(text * 50,)] * 1000)
        connection.commit()
        connection.execute("DROP TABLE gone")
        connection.commit()


@pytest.mark.soak
def test_nothing_is_left_of_a_student_who_is_deleted(course, sandbox):
    exchange = course.parent / "exchange"
    feedback = exchange / "autograd-lab" / "feedback"
    secrets = {student: hand_in(course, student) for student in (STUDENT, OTHER)}
    run_nbgrader(course, "collect", ASSIGNMENT)
    printed = run_nbjudge(course, "grade", ASSIGNMENT, "--feedback")
    assert printed.returncode in (0, 3), printed.stdout + printed.stderr
    run_nbgrader(course, "release_feedback", ASSIGNMENT)
    for student, secret in secrets.items():  # as a watch does
        name = notebook_hash(secret=secret.strip(), notebook_id="watch.json")
        (feedback / f"{name}.json").write_text(json.dumps({"student": student}))
    for name in (f"{ASSIGNMENT}-report.html", f"{ASSIGNMENT}-report-{STUDENT}.html", "grades.csv"):
        (course / name).write_text(f"Points of {STUDENT}.")
    pages = len(list(feedback.iterdir()))
    leave_in_free_pages(course / "gradebook.db", STUDENT)
    assert len(places(course, STUDENT)) > 10 and len(places(exchange, STUDENT)) > 1
    before = set(places(course, OTHER))
    (delete,) = commands("What is kept of a student")
    type_in(course, delete)
    assert places(course, STUDENT) == places(exchange, STUDENT) == []
    assert len(list(feedback.iterdir())) == pages / 2
    assert before - set(places(course, OTHER)) <= {".nbgrader.log"}
    assert run_nbjudge(course, "grade", ASSIGNMENT).stdout.count("0 graded") == 1
