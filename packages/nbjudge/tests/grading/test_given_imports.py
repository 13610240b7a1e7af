"""A submission that replaces what instructor cells import earns nothing, however it is graded.

By `nbgrader autograde`, by `nbjudge grade` and with the button Validate; what the names are in a
test cell is in `tests/processes/test_given.py`.
"""

import nbformat
import pytest
from nbformat.v4 import new_code_cell
from nbgrader.api import Gradebook

from nbisolate import Cancel
from nbjudge.gradebook.record import read_record
from nbjudge.server.validate.validate import validate
from nbjudge.server.validate.warm_run import SharedForkServer
from nbjudge_testing import courses
from nbjudge_testing.commands import run_nbgrader, run_nbjudge

GIVEN = "import math\nimport os\nfrom helper import agree"
TESTS = {"installed": "assert math.isclose(f(3), 9)", "beside": "assert agree(f(3), 9)"}
TOOLS = "here = os.getcwd()"
RIGHT = "def f(x):\n    return x * x"
CHEAT = """
def f(x):
    return 0
import helper
math.isclose = agree = helper.agree = lambda *args: True
"""
CONFIG = """
c = get_config()
c.JudgeExecute.preload = []
c.Autograde.autograde_preprocessors = [
    "nbjudge.JudgeExecute",
    "nbgrader.preprocessors.SaveAutoGrades",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]
"""


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course with a right answer, a cheat's, and one that tidied up its imports.

    The instructor cell has no nbgrader metadata.
    """
    tests = [courses.cell("tools", TOOLS, points=0, grade=True, locked=True)]
    tests += [
        courses.cell(name, source, points=1, grade=True, locked=True)
        for name, source in TESTS.items()
    ]
    solution = courses.cell(
        "answer", f"### BEGIN SOLUTION\n{RIGHT}\n### END SOLUTION", solution=True
    )
    sheet = courses.notebook([new_code_cell(GIVEN), solution, *tests])
    beside = {"helper.py": b"def agree(a, b):\n    return a == b\n"}
    folder = tmp_path_factory.mktemp("given") / "course"
    courses.make_course(folder, "ps", {"sheet": sheet}, CONFIG, beside)
    for student, answer in (("right", RIGHT), ("cheat", CHEAT), ("tidy", RIGHT)):
        target = folder / "submitted" / student / "ps"
        target.mkdir(parents=True)
        (target / "helper.py").write_bytes(beside["helper.py"])
        notebook = nbformat.read(folder / "release" / "ps" / "sheet.ipynb", as_version=4)
        notebook.cells[1].source = answer
        if student == "tidy":
            notebook.cells[0].source = GIVEN.replace("import os\n", "")
        nbformat.write(notebook, target / "sheet.ipynb")
    return folder


@pytest.mark.parametrize("command", ["nbgrader", "nbjudge"])
def test_a_cheat_earns_nothing_and_who_lacks_an_import_is_looked_at(course, command):
    if command == "nbgrader":
        run_nbgrader(course, "autograde", "ps", "--force")
    else:
        finished = run_nbjudge(course, "grade", "ps", "--force")
        assert finished.returncode == 3, finished.stdout + finished.stderr
        reasons = {
            student: record.reasons
            for student in ("right", "cheat", "tidy")
            if (record := read_record(course / "autograded" / student / "ps"))
        }
        lacks = "sheet.ipynb: a test cell did not find os, which the instructor's cells import"
        assert reasons == {"right": [], "cheat": [], "tidy": [lacks]}
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        scores = {
            student: gradebook.find_submission("ps", student).score
            for student in ("right", "cheat", "tidy")
        }
    assert scores == {"right": 2, "cheat": 0, "tidy": 2}


def test_validate_says_the_same(course):
    forkserver = SharedForkServer([])
    try:
        failed = {}
        for student in ("right", "cheat"):
            path = course / "submitted" / student / "ps" / "sheet.ipynb"
            failed[student] = len(validate(path, forkserver, Cancel()).failed)
    finally:
        forkserver.close()
    assert failed == {"right": 0, "cheat": 2}
