"""A script that asks until it gets a number costs no points, although nobody types."""

import re
import shutil
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook

from nbjudge.adopt import printed
from nbjudge.course.failed_cells import NO_KEYBOARD, CheckMessage, messages_of
from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.small_courses import make_course

SCRIPT = """
while True:
    try:
        number{n} = int(input("A number? "))
        break
    {catch}:
        print("no number")
print({n} * number{n})"""
CATCHES = [
    "except",
    "except Exception",
    "except (ValueError, EOFError, RuntimeError)",
    "except BaseException as error",
]
TASK = """
# %% solution script{n}
### BEGIN SOLUTION
# Task {n}
{script}
### END SOLUTION
# %% test prints{n} 1
result = run_cell("# Task {n}", lines=["three", "3"])
assert result.printed == "no number\\n{product}\\n", result
"""
REST = '''
# %% solution others
### BEGIN SOLUTION
def ask():
    """Ask until the answer is a number."""
    while True:
        try:
            return int(input())
        except:
            pass
def ask_again():
    """Forget to make a number of the line."""
    while True:
        try:
            n = input()
            if n > 0:
                return n
        except:
            pass
def three():
    return 3
### END SOLUTION
# %% test asks 1
assert ask() == 3
# %% test asks_again 1
assert run(ask_again, lines=["3"]).returned == 3
# %% test three 1
assert three() == 3
'''
NOTEBOOK = "# %% given helper\nfrom printed import run, run_cell\n"


@pytest.fixture
def course(tmp_path):
    """A released course, and Ann, whose answers are right."""
    (tmp_path / "ps1").mkdir()
    tasks = [
        TASK.format(n=n, product=3 * n, script=SCRIPT.format(n=n, catch=catch))
        for n, catch in enumerate(CATCHES, 1)
    ]
    (tmp_path / "ps1" / "problem.py").write_text(NOTEBOOK + "".join(tasks) + REST)
    (tmp_path / "ps1" / "printed.py.beside").write_text(Path(printed.__file__).read_text())
    course = make_course(tmp_path / "course", tmp_path / "ps1")
    run_nbgrader(course, "generate_assignment", "ps1", "--create")
    source = nbformat.read(course / "source" / "ps1" / "problem.ipynb", as_version=4)
    path = course / "submitted" / "ann" / "ps1" / "problem.ipynb"
    shutil.copytree(course / "release" / "ps1", path.parent)
    submission = nbformat.read(path, as_version=4)
    for cell, answer in zip(submission.cells, source.cells, strict=True):
        cell.source = re.sub("^### (BEGIN|END) SOLUTION$", "", answer.source, flags=re.MULTILINE)
    nbformat.write(submission, path)
    return course


def test_loops_that_ask_for_a_number_cost_no_points(course):
    """One of them that ran to the time limit of a cell would end the notebook here."""
    config = ["--JudgeExecute.notebook_seconds=50", "--JudgeExecute.cell_seconds=50"]
    assert run_nbjudge(course, "init").returncode == 0
    finished = run_nbjudge(course, "grade", "ps1", *config)
    assert finished.returncode == 0 and "0 need attention" in finished.stdout, finished.stderr
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        grades = gradebook.find_submission_notebook("problem", "ps1", "ann").grades
        scores = {grade.name: grade.auto_score for grade in grades}
    assert scores == {**dict.fromkeys(scores, 1), "asks": 0, "asks_again": 0}
    graded = nbformat.read(course / "autograded" / "ann" / "ps1" / "problem.ipynb", as_version=4)
    outputs = {cell.metadata.nbgrader.grade_id: cell.get("outputs") for cell in graded.cells}
    assert messages_of(outputs["asks"], {}) == [CheckMessage(NO_KEYBOARD, "EOFError")]
    (message,) = messages_of(outputs["asks_again"], {})
    assert printed.TOO_FEW_LINES in message.text
