"""Commands of docs/instructors.md on due dates and extensions, typed as they stand; a new term."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from nbgrader.api import Gradebook
from support.course_copy import ASSIGNMENT, copy_course
from support.paths import ROOT

from nbjudge_testing.commands import run_nbgrader

PAGE = ROOT / "docs" / "instructors.md"
STUDENT = "zqx-student"
SETTINGS = """
c.Exchange.root = {root!r}
c.ExchangeCollect.check_owner = False  # all submit as the user who runs the tests
"""


def commands(heading: str) -> list[str]:
    """The blocks of commands of a section of the page."""
    section = re.split(rf"^#+ {heading}$", PAGE.read_text(), flags=re.M)[1]
    section = re.split(r"^#+ ", re.sub(r"(?m)^#(?= )", "", section), flags=re.M)[0]
    return re.findall(r"^```sh\n(.*?)^```$", section, re.M | re.S)


def type_in(course: Path, text: str) -> None:
    """Type commands of the page, with this test's student."""
    text = re.sub(r"\bada\b", STUDENT, text)
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


def submit(course: Path, student: str) -> None:
    """Submit what was released, through the exchange."""
    home = course.parent / student
    shutil.copytree(course / "release" / ASSIGNMENT, home / ASSIGNMENT)
    settings = "c = get_config()\nc.CourseDirectory.course_id = 'autograd-lab'\n"
    settings += f"c.Exchange.cache = {str(home / 'cache')!r}\n"
    settings += SETTINGS.format(root=str(course.parent / "exchange"))
    (home / "nbgrader_config.py").write_text(settings)
    run_nbgrader(home, "submit", ASSIGNMENT, f"--student={student}")
    assert list(home.rglob("submission_secret.txt"))


def test_due_dates_and_extensions(course):
    due, extension = commands("Due dates and extensions")
    type_in(course, due)
    submit(course, STUDENT)
    run_nbgrader(course, "db", "student", "add", STUDENT)
    (course / "extensions.csv").write_text(f"id,days\n{STUDENT},1\n")
    table, one_student = extension.splitlines()
    for command, days in ((table, 1), (one_student, 2), (one_student.replace("2", "0"), 0)):
        type_in(course, command)
        with gradebook(course) as opened:
            date = opened.find_assignment(ASSIGNMENT).duedate
            assert f"{date:%Y-%m-%d %H:%M} UTC" in due
            own = opened.find_submission(ASSIGNMENT, STUDENT).duedate
            assert (own - date).days == days


def test_a_new_term_is_given_all_files_that_make_needs(tmp_path):
    section = PAGE.read_text().partition("## A new term")[2]
    for name in re.findall("`([^`]+)`", section.partition("from last")[0]):
        (tmp_path / name).symlink_to(ROOT / name)
    command = ["make", "--dry-run", "release", "check", "grade"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
