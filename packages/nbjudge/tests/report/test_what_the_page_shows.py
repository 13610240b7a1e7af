"""What the commands print is what the page on grading a class shows."""

import re

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell

from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.courses import cell, make_course, notebook
from nbjudge_testing.paths import ROOT
from nbjudge_testing.sample_course import CONFIG

PAGE = (ROOT / "docs" / "grade-a-class.md").read_text()
LATE = """
from nbgrader.plugins import LateSubmissionPlugin

class HalfAPointEach(LateSubmissionPlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return 0.5

c.AssignLatePenalties.plugin_class = HalfAPointEach
c.CollectSettings.trust_timestamps = True
"""


def task(name, points):
    """A function that returns its argument, and its test."""
    solution = f"def {name}(x):\n    ### BEGIN SOLUTION\n    return x\n    ### END SOLUTION\n"
    test = f"assert {name}(1) == 1"
    return [
        cell(name, solution, solution=True),
        cell(f"test-{name}", test, points=points, grade=True, locked=True),
    ]


def hand_in(course, student, wrong, why="", time="16:00"):
    """Submit both notebooks, in which one function is wrong; `why` answers the written question."""
    folder = course / "submitted" / student / "ps1"
    folder.mkdir(parents=True)
    for path in (course / "release" / "ps1").glob("*.ipynb"):
        submitted = nbformat.read(path, as_version=4)
        for each in submitted.cells:
            name = each.metadata.nbgrader.grade_id
            if name == "writeup":
                each.source = why or each.source
            elif each.metadata.nbgrader.solution:
                each.source = f"def {name}(x):\n    return {0 if name == wrong else 'x'}"
        nbformat.write(submitted, folder / path.name)
    (folder / "timestamp.txt").write_text(f"2026-03-02 {time}:00 UTC")


@pytest.fixture
def course(tmp_path):
    """A course with three submissions; one is late, and one has a damaged file."""
    writeup = cell("writeup", "Why?", new_markdown_cell, 3, grade=True, solution=True)
    notebooks = {
        "problem1": notebook([*task("first", 2.5), *task("second", 2.5)]),
        "problem2": notebook([*task("third", 6), *task("fourth", 1), writeup]),
    }
    course = make_course(tmp_path / "course", "ps1", notebooks, CONFIG + LATE)
    run_nbgrader(course, "db", "assignment", "add", "ps1", "--duedate=2026-03-02 17:00 UTC")
    hand_in(course, "ada", "fourth", why="Because.")
    hand_in(course, "bea", "second", time="18:00")
    hand_in(course, "carl", "fourth", why="Because.")
    (course / "submitted/carl/ps1/problem1.ipynb").write_text("PK")
    return course


def test_grade_and_table_print_what_the_page_shows(course):
    graded, table = re.findall(r"```text\n(.*?)```", PAGE.partition("## In formgrader")[0], re.S)

    def without_time(text):
        return re.sub(r"in \d+ s", "in 1 s", text)

    printed = run_nbjudge(course, "grade", "ps1", "--feedback").stdout
    assert without_time(printed) == without_time(graded)
    printed = run_nbjudge(course, "table", "ps1").stdout
    assert re.sub(" +$", "", printed, flags=re.M).lstrip("\n") == table
