"""A cell that counts after the due date leaves no trace in what students see before it."""

import nbformat
import pytest

from nbjudge.gradebook.record import read_record
from nbjudge.gradebook.scores import read_grades
from nbjudge.tags import AFTER_DUE_DATE, IN_PROCESS
from nbjudge_testing import courses
from nbjudge_testing.commands import run_nbjudge
from nbjudge_testing.grading_course import database

TAGS = {"judged": [AFTER_DUE_DATE], "in-process": [AFTER_DUE_DATE, IN_PROCESS]}
LETTERS = """\
assert letter("A") == "q", "A is wrong."
assert letter("B") == "z", "B is wrong."
"""
# The second comparison is made only if the first letter is right.
COUNTS = """\
asked = []

class Any:
    def __eq__(self, other):
        return True

def letter(loop):
    asked.append(loop)
    return {answers}[loop]
"""
# What the first cell has asked is printed, and decides whether the second function is right.
TELLS = """\
print(asked)

def add(x, y):
    return x + y + len(asked) % 2
"""
ANSWERS = {
    "right": COUNTS.format(answers={"A": "q", "B": "z"}),
    "half": COUNTS.format(answers={"A": "q", "B": "x"}),
    "none": COUNTS.format(answers={"A": "x", "B": "x"}),
    "undecided": COUNTS.format(answers="{'A': 'q', 'B': Any()}"),
    "ends": COUNTS.format(answers="{'A': 'q', 'B': __import__('os')._exit(3)}"),
}


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    test = {"grade": True, "locked": True}
    notebooks = {}
    for name, tags in TAGS.items():
        cells = [
            courses.cell("letter", "def letter(loop):\n    ...", solution=True),
            courses.cell("test-letters", LETTERS, points=2, **test),
            courses.cell("add", "def add(x, y):\n    ...", solution=True),
            courses.cell("test-add", "assert add(1, 2) == 3", points=1, **test),
            courses.cell("test-add-plain", "assert add(3, 4) == 7", points=1, **test),
        ]
        cells[1].metadata.tags = tags
        cells[4].metadata.tags = [IN_PROCESS]
        notebooks[name] = courses.notebook(cells)
    root = tmp_path_factory.mktemp("later") / "course"
    config = courses.JUDGE_CONFIG.format(root=str(root), add_missing=True, memory=500)
    course = courses.make_course(root, "ps", notebooks, config)
    for student, answer in ANSWERS.items():
        folder = course / "submitted" / student / "ps"
        folder.mkdir(parents=True)
        for name, notebook in notebooks.items():
            notebook.cells[0].source = answer
            notebook.cells[2].source = TELLS
            nbformat.write(notebook, folder / f"{name}.ipynb")
    run_nbjudge(course, "grade", "ps")
    return course


def points_of(course, student, name):
    grades = read_grades(database(course), "ps", student)[name].grades
    return {cell: grade.score for cell, grade in grades.items()}


@pytest.mark.parametrize("name", TAGS)
@pytest.mark.parametrize("student", ANSWERS)
def test_nothing_shows_what_a_cell_that_counts_later_has_called(course, student, name):
    folder = course / "autograded" / student / "ps"
    _, _, tells, *others = nbformat.read(folder / f"{name}.ipynb", as_version=4).cells
    assert [output.text for output in tells.outputs] == ["[]\n"]
    assert [output.get("ename") for cell in others for output in cell.outputs] == []
    points = points_of(course, student, name)
    assert points["test-add"] == points["test-add-plain"] == 1
    record = read_record(folder).notebooks[name]
    assert record.run_reasons == []


@pytest.mark.parametrize("name", TAGS)
def test_a_cell_that_counts_later_is_graded(course, name):
    found = {student: points_of(course, student, name)["test-letters"] for student in ANSWERS}
    plain = name == "in-process"  # where an object that equals everything passes
    assert found == {"right": 2, "half": 0, "none": 0, "undecided": 2 * plain, "ends": 0}
    for student in ("undecided", "ends"):
        record = read_record(course / "autograded" / student / "ps").notebooks["judged"]
        assert record.reason
