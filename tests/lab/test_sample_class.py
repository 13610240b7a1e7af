"""`make grade` on its sample class: right points, and one line for each thing that went wrong.

The commands are those of the Makefile; the points are those that the corpus gives to the answers.
"""

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest
import sample_class
from conftest import ASSIGNMENT, NOTEBOOKS, copy_course, run_nbgrader
from corpus import load_cases
from nbgrader.api import Gradebook

from nbjudge.course.scores import Submission, read_scores

POINTS = {case.name: case.points for case in load_cases()}
NOTEBOOK_OF = {case.function: case.solution.notebook for case in load_cases()}
# The notebook that earns nothing, and what the table says, for those who handed in something odd.
LOST = {
    "goran": {"2-reverse-order"},
    "hana": {"3-autograd-graph", "4-visited-memory"},
    "ines": {"4-visited-memory"},
    "judy": {"1-backward-hooks"},
}
REASONS = {
    "goran": ["2-reverse-order.ipynb is not a notebook: it is not JSON"],
    "hana": ["3-autograd-graph.ipynb is empty", "4-visited-memory.ipynb has no cells"],
    "ines": ["4-visited-memory.ipynb is missing"],
    "jonas": ["1-backward-hooks-Copy1.ipynb is not part of the assignment"],
    "judy": ["1-backward-hooks.ipynb is too large"],
    "kofi": ["3-autograd-graph.ipynb lacked cells, which were put back"],
    "lena": ["2-reverse-order.ipynb was made with a kernel for julia"],
}


def run_nbjudge(course: Path, *arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "nbjudge", *arguments],
        cwd=course,
        env=os.environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def graded(tmp_path_factory) -> Path:
    """The sample class, and judy, who hands in a notebook of 50 MB, graded as `make grade` does."""
    course = copy_course(tmp_path_factory.mktemp("sample") / "course")
    run_nbgrader(course, "generate_assignment", ASSIGNMENT, "--force")
    sample_class.write_sample_class(course)
    sample_class.hand_in(course, "judy", sample_class.ALL_RIGHT)
    path = course / "submitted" / "judy" / ASSIGNMENT / "1-backward-hooks.ipynb"
    sample_class.edit(path, lambda notebook: notebook["cells"][0].update(source="x" * 50_000_000))

    finished = run_nbjudge(course, "grade", ASSIGNMENT)
    assert finished.returncode == 3, finished.stdout + finished.stderr
    return course


@pytest.fixture(scope="module")
def submissions(graded) -> dict[str, Submission]:
    with Gradebook(f"sqlite:///{graded}/gradebook.db") as gradebook:
        return read_scores(gradebook, ASSIGNMENT).submissions


def test_everybody_gets_the_points_of_their_answers(submissions):
    answers = sample_class.ANSWERS | {"judy": sample_class.ALL_RIGHT}
    assert set(submissions) == set(answers)
    for student, chosen in answers.items():
        wanted = dict.fromkeys(NOTEBOOKS, 0)
        for function, answer in chosen.items():
            wanted[NOTEBOOK_OF[function]] += POINTS[f"{function}/{answer}"]
        for notebook in LOST.get(student, ()):
            wanted[notebook] = 0
        earned = {notebook: submissions[student].task_score(notebook) for notebook in NOTEBOOKS}
        assert earned == wanted, student


def test_the_table_names_who_needs_a_person_and_why(graded):
    shown = run_nbjudge(graded, "table", ASSIGNMENT)
    assert shown.returncode == 0, shown.stderr
    lines = shown.stdout.splitlines()
    starts = [n for n, line in enumerate(lines) if line.split() and line.split()[0] in REASONS]
    assert len(starts) == len(REASONS)
    # A long reason is folded: put each student's lines together again.
    text = {
        lines[start].split()[0]: " ".join(" ".join(lines[start : start + 5]).split())
        for start in starts
    }
    for student, reasons in REASONS.items():
        for reason in reasons:
            assert reason in text[student]
    assert "13 submissions; 7 need attention" in shown.stdout


def test_feedback_and_grades_are_made_for_everybody(graded, submissions):
    run_nbgrader(graded, "generate_feedback", ASSIGNMENT, "--force")
    for student in submissions:
        pages = {path.stem for path in (graded / "feedback" / student).rglob("*.html")}
        assert pages >= {name for name in NOTEBOOKS if name not in LOST.get(student, ())}, student
    # The record of the grading is the instructor's.
    assert (graded / "autograded" / "judy" / ASSIGNMENT / "nbjudge.json").exists()
    assert not list((graded / "feedback").rglob("nbjudge.json"))
    run_nbgrader(graded, "export", "--to=grades.csv")
    with (graded / "grades.csv").open() as file:
        exported = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert exported == {student: submissions[student].score for student in submissions}


def test_a_course_in_which_somebody_submitted_gets_no_sample_class(tmp_path):
    (tmp_path / "submitted" / "ada" / ASSIGNMENT).mkdir(parents=True)
    script = Path(sample_class.__file__)
    said = subprocess.run(
        [sys.executable, script, tmp_path], capture_output=True, text=True, check=True
    )
    assert "no sample class" in said.stdout
    assert [folder.name for folder in (tmp_path / "submitted").iterdir()] == ["ada"]
