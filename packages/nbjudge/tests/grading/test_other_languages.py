"""Notebooks of another kernel than Python's: nbgrader's Execute in the sandbox, if asked for."""

import json
import os

import courses
import nbformat
import pytest
from commands import run_nbgrader, run_nbjudge
from grading_course import CONFIG, PS
from nbformat.v4 import new_code_cell
from nbgrader.api import Gradebook
from package_root import ROOT

BASH = {"name": "bash", "display_name": "Bash", "language": "bash"}
ANSWER = "twice() { echo $((2 * $1)); }"
ANSWERS = {
    "right": ANSWER,
    "wrong": "twice() { echo $(($1 + 21)); }",  # passes the shown test
    "exits": "twice() { echo 42; }; echo said; sleep 1; kill -9 $PPID",  # the kernel
    "hangs": "twice() { sleep 600; }",
    "steals": "twice() { cat /proc/*/environ $OLDPWD/../gradebook.db; }",
}
POINTS = {"right": [1, 3], "wrong": [1, 0], "exits": [0, 0], "hangs": [0, 0], "steals": [0, 0]}
# They may run without a sandbox.
TRUSTED = {student: POINTS[student] for student in ("right", "wrong")}
MORE = """
c.ClearSolutions.code_stub = {"bash": "# your answer"}
c.JudgeExecute.cell_seconds = 4
"""
ASKED_FOR = "c.JudgeExecute.other_languages = True\n"


@pytest.fixture(scope="module", autouse=True)
def kernel():
    before = os.environ.get("JUPYTER_PATH")
    os.environ["JUPYTER_PATH"] = str(ROOT / "tests" / "jupyter")
    yield
    os.environ.pop("JUPYTER_PATH")
    if before is not None:
        os.environ["JUPYTER_PATH"] = before


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    test = {"grade": True, "locked": True}
    solution = f"### BEGIN SOLUTION\n{ANSWER}\n### END SOLUTION"
    hidden = "### BEGIN HIDDEN TESTS\ntest $(twice $(cat number.txt)) -eq 14\n### END HIDDEN TESTS"
    cells = [
        courses.cell("twice", solution, solution=True),
        new_code_cell(""),  # which no kernel is asked to run
        courses.cell("test-shown", "test $(twice 21) -eq 42", points=1, **test),
        courses.cell("test-hidden", hidden, points=3, **test),
    ]
    notebooks = {"shell": courses.notebook(cells, BASH)}
    folder = tmp_path_factory.mktemp("bash") / "course"
    courses.make_course(folder, PS, notebooks, CONFIG + MORE, {"number.txt": b"7\n"})
    for student, answer in ANSWERS.items():
        notebook = nbformat.read(folder / "release" / PS / "shell.ipynb", as_version=4)
        notebook.cells[0].source = answer
        if student == "steals":  # what a submission says of its kernel is not believed
            notebook.metadata.kernelspec = courses.KERNEL
        handed = folder / "submitted" / student / PS
        handed.mkdir(parents=True)
        nbformat.write(notebook, handed / "shell.ipynb")
    return folder


def points(course):
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        return {
            student: [
                gradebook.find_grade(name, "shell", PS, student).score
                for name in ("test-shown", "test-hidden")
            ]
            for student in ANSWERS
        }


def test_it_is_refused_where_nobody_asks_for_it(course):
    refused = run_nbjudge(course, "grade", PS, "--JudgeExecute.other_languages=False")
    assert refused.returncode == 2
    assert "set c.JudgeExecute.other_languages = True" in refused.stderr


@pytest.mark.soak
def test_it_is_graded_in_the_sandbox_where_the_instructor_says_so(course):
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(ASKED_FOR)
    finished = run_nbjudge(course, "grade", PS)
    assert finished.returncode == 3, finished.stderr
    assert points(course) == POINTS
    assert "exits: shell.ipynb the kernel ended" in finished.stdout
    records = {
        student: json.loads((course / "autograded" / student / PS / "nbjudge.json").read_text())
        for student in ANSWERS
    }
    assert (
        records["right"]["status"] == "graded" and records["exits"]["status"] == "needs-attention"
    )
    shared = records["right"]["notebooks"]["shell"]["shared"]
    assert records["exits"]["notebooks"]["shell"]["measured"]["stopped"] == "ended"
    assert records["right"]["measured"]["sandbox"] and shared == ["test-hidden", "test-shown"]
    # What was said before the end of the kernel is kept, and so is the reason.
    exits = nbformat.read(course / "autograded" / "exits" / PS / "shell.ipynb", as_version=4)
    said, ended = exits.cells[0].outputs
    assert said.text == "said\n" and ended.evalue.startswith("This cell was ended: the kernel ")
    assert exits.cells[2].outputs[-1].evalue.startswith("This cell was not run: the kernel ended")
    # The student whose function waits for ever hears so, once for each test.
    hangs = nbformat.read(course / "autograded" / "hangs" / PS / "shell.ipynb", as_version=4)
    said = [cell.outputs[-1].evalue for cell in hangs.cells[2:]]
    assert said == ["The cell took too long."] * 2
    text = (course / "autograded" / "steals" / PS / "shell.ipynb").read_text()
    assert "SQLite" not in text and "JUPYTER_PATH" not in text


@pytest.mark.soak
def test_without_a_sandbox_the_points_are_the_same(course):
    no_sandbox = "--JudgeExecute.sandbox=False"
    chosen = [f"--student={student}" for student in TRUSTED]
    finished = run_nbjudge(course, "grade", PS, "--force", *chosen, no_sandbox)
    assert finished.returncode == 0, finished.stderr
    assert {student: points(course)[student] for student in TRUSTED} == TRUSTED
    record = json.loads((course / "autograded" / "right" / PS / "nbjudge.json").read_text())
    assert record["measured"]["sandbox"] is False


@pytest.mark.soak
def test_stock_nbgrader_gives_the_same_points(course):
    for student in TRUSTED:
        run_nbgrader(course, "autograde", PS, f"--student={student}", "--force", *STOCK)
    assert {student: points(course)[student] for student in TRUSTED} == TRUSTED


STOCK = [
    f"--Autograde.autograde_preprocessors=nbgrader.preprocessors.{name}"
    for name in ("Execute", "LimitOutput", "SaveAutoGrades", "AssignLatePenalties")
]
