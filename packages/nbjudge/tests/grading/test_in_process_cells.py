"""In-process test cells of a class: what a submission cannot reach by them, and who is told."""

import json

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell
from nbgrader.api import Gradebook

from nbjudge.adopt.write_tags import write_tags
from nbjudge.tags import IN_PROCESS, WITH_ALL_TESTS
from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.tiny_course import NOTEBOOK, TINY, cell_of, make_course, submission, submit

JUDGED, HELPER, AWARDS = "test-double-values", "test-double-helper", "test-double-awards"
RIGHT = "def double(x):\n    return 2 * x"
# In one process with the test, its objects are equal to everything, and it has all points.
FORGES = """
class Same:
    def __eq__(self, other):
        return True
    __hash__ = None

def double(x):
    return Same()
"""
CONFIG = f"c.JudgeExecute.in_process = ['{TINY}/{NOTEBOOK}/{JUDGED}']\n"
# What the page says to students of other things; nothing in it may say what can be forged.
SAYS_HOW = (
    "trustworthy",
    "plain nbgrader",
    "forge",
    "hidden tests",
    "one process",
)


def tag(course, **tags):
    """Tag test cells of the instructor's notebook, by the last word of their names."""
    named = {(NOTEBOOK, f"test-double-{name}"): each for name, each in tags.items()}
    write_tags(course / "source" / TINY / f"{NOTEBOOK}.ipynb", named)


def points(course, student):
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        notebook = gradebook.find_submission_notebook(NOTEBOOK, TINY, student)
        return {grade.name: grade.auto_score for grade in notebook.grades}


def all_tagged(notebook):
    for cell in notebook.cells:
        cell.metadata["tags"] = [IN_PROCESS, WITH_ALL_TESTS]
        cell.metadata.setdefault("nbgrader", {})["tags"] = [IN_PROCESS]


def under_the_in_process_cells_name(notebook):
    """The judged cell gets the name of the in-process one, whose cell comes again at the end."""
    judged, in_process = cell_of(notebook, JUDGED), cell_of(notebook, AWARDS)
    judged.metadata.nbgrader.grade_id = AWARDS
    in_process.metadata.nbgrader.grade_id = JUDGED


def noted_in_the_notebook(notebook):
    """The record of an earlier grading says that the cell is in-process."""
    notebook.metadata["nbjudge"] = {"in_process": [JUDGED, HELPER, AWARDS], "submission": {}}


def another_cell(notebook):
    notebook.cells.append(
        new_code_cell("%%nbjudge in-process", metadata={"tags": [IN_PROCESS, WITH_ALL_TESTS]})
    )


TRICKS = [all_tagged, under_the_in_process_cells_name, noted_in_the_notebook, another_cell]


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A graded course with an in-process cell: students who want more, and an honest one."""
    course = make_course(tmp_path_factory.mktemp("in_process") / "course")
    tag(course, awards=(IN_PROCESS,))
    for trick in TRICKS:
        notebook = submission(course, FORGES)
        trick(notebook)
        submit(course, trick.__name__, notebook)
        folder = course / "submitted" / trick.__name__ / TINY
        (folder / "nbgrader_config.py").write_text(CONFIG)
        (folder / "nbjudge.json").write_text(
            json.dumps({"notebooks": {NOTEBOOK: {"in_process": [JUDGED]}}})
        )
        source = folder / "source" / TINY
        source.mkdir(parents=True)
        nbformat.write(notebook, source / f"{NOTEBOOK}.ipynb")
    submit(course, "honest", submission(course, RIGHT))
    finished = run_nbjudge(course, "grade", TINY, "--feedback")
    assert "Traceback" not in finished.stderr
    return course


@pytest.mark.attack
def test_nothing_in_a_submission_makes_a_judged_cell_in_process(course):
    """Each has the in-process cell's points, which can be forged, and none of the judged ones."""
    for trick in TRICKS:
        earned = points(course, trick.__name__)
        assert (earned[JUDGED], earned[HELPER]) == (0, 0), trick.__name__
        record = course / "autograded" / trick.__name__ / TINY / "nbjudge.json"
        assert json.loads(record.read_text())["notebooks"][NOTEBOOK]["in_process"] == [AWARDS]
    assert points(course, "all_tagged")[AWARDS] == 3
    assert sum(points(course, "honest").get(name) for name in (JUDGED, HELPER, AWARDS)) == 6


@pytest.mark.attack
def test_nbgraders_own_command_shares_no_more(course):
    run_nbgrader(course, "autograde", TINY, "--student=all_tagged", "--force", check=False)
    earned = points(course, "all_tagged")
    assert (earned[JUDGED], earned[HELPER], earned[AWARDS]) == (0, 0, 3)


def test_no_page_of_a_student_says_how_an_in_process_cell_is_forged(course):
    for student in ("honest", "all_tagged"):
        page = (course / "feedback" / student / TINY / f"{NOTEBOOK}.html").read_text()
        shown = BeautifulSoup(page, "html.parser").body.get_text()
        assert "awards" in shown and [text for text in SAYS_HOW if text in shown] == []


def test_two_in_process_cells_that_need_each_other_work(tmp_path):
    """The helper of one cell is defined in the hidden tests of another."""
    course = make_course(tmp_path / "course")
    tag(course, values=(IN_PROCESS,), helper=(IN_PROCESS,))
    submit(course, "honest", submission(course, RIGHT))
    submit(course, "wrong", submission(course, "def double(x):\n    return x"))
    assert run_nbjudge(course, "grade", TINY).returncode == 0
    earned = {name: points(course, name) for name in ("honest", "wrong")}
    names = (JUDGED, HELPER, AWARDS)
    assert [earned["honest"][name] for name in names] == [2, 1, 3]
    assert [earned["wrong"][name] for name in names] == [0, 0, 0]
