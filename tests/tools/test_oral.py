"""Pages for an oral exam: the questions are the course's own, whatever a notebook has printed."""

import json
import re
import shutil
import subprocess
import sys

import pytest
from course import read_assignments
from mutants.sandboxed import Sandboxed
from oral import ask, read_program
from own_code import read_answer
from support.paths import ROOT, SOURCE

ASSIGNMENT, NOTEBOOK, FUNCTION = "primer", "1-tensors-that-remember", "predict_flags"
# It replaces the functions that ask and answer.
FORGED = """

from lab import own_code_questions

own_code_questions.ask = lambda *args, **kwargs: print("own_1: What is 1 + 1?")
own_code_questions.reveal = lambda name: print("own_1 is 2")
"""


def write_graded(course, student, answer):
    """Write the graded notebook of a student, which has printed a question of its own."""
    asked = {"output_type": "stream", "name": "stdout", "text": "own_1: What is 2 + 2?"}
    cells = [
        {"source": answer, "metadata": {"nbgrader": {"grade_id": FUNCTION}}, "outputs": []},
        {"source": f'own_code_questions.ask("{FUNCTION}", own_run)', "metadata": {}},
    ]
    cells[1]["outputs"] = [asked]
    folder = course / "autograded" / student / ASSIGNMENT
    folder.mkdir(parents=True)
    content = {"cells": [cell | {"cell_type": "code"} for cell in cells]}
    (folder / f"{NOTEBOOK}.ipynb").write_text(json.dumps(content))


def run_oral(course, function):
    command = [sys.executable, ROOT / "tools/grading/oral.py", ASSIGNMENT, function, course]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = tmp_path_factory.mktemp("oral")
    shutil.copytree(SOURCE / ASSIGNMENT, course / "source" / ASSIGNMENT)
    return course


def test_questions_are_generated_again_from_the_courses_own_file(course, sandbox):
    right = read_answer(SOURCE / ASSIGNMENT / f"{NOTEBOOK}.ipynb", FUNCTION)
    write_graded(course, "ada", right)
    write_graded(course, "<eve>", right + FORGED)
    write_graded(course, "fay", f"def {FUNCTION}(program):\n    return {{}}")
    done = run_oral(course, FUNCTION)
    assert done.stdout.splitlines() == [
        f"{ASSIGNMENT}-{FUNCTION}-oral.html has pages for 2 of 3 students.",
        "No pages, because the function fails with the course's own cells, or gives no questions: "
        "fay.",
    ], done.stderr
    page = (course / f"{ASSIGNMENT}-{FUNCTION}-oral.html").read_text()
    sections = re.findall(r"<section>(.*?)</section>", page, re.S)
    assert len(sections) == 2 * 2
    assert "<eve>" not in page and "&lt;eve&gt;" in sections[0]
    for front, back in (sections[:2], sections[2:]):
        _, questions = front.split("<h2>The program</h2>")  # after the student's function
        assert "def own_run():" in questions and "base64," in questions
        assert "own_1: How often does line" in questions and "own_1 is 6" in back
        assert "own_1 is" not in questions
        assert "own_1: What is" not in questions and "own_1 is 2" not in back


def test_a_function_without_questions_is_refused(course):
    assert run_oral(course, "walk").stderr == f"Assignment '{ASSIGNMENT}' has no function 'walk'.\n"


def programs_with_questions():
    """Return the path of each notebook that asks about a function, with the function's name."""
    tasks = [
        (SOURCE / assignment.name / f"{task.name}.ipynb", function)
        for assignment in read_assignments().values()
        for task in assignment.tasks
        for function in task.functions
    ]
    return [pair for pair in tasks if read_program(*pair)]


@pytest.fixture(scope="module")
def sandboxed(sandbox):
    with Sandboxed() as sandboxed:
        yield sandboxed


@pytest.mark.parametrize(("notebook", "function"), programs_with_questions())
def test_each_program_runs_with_the_courses_cells(notebook, function, sandboxed):
    answer = read_answer(notebook, function)
    program = read_program(notebook, function)
    assert "own_1:" in ask(sandboxed, notebook.parent, program, function, answer).questions
