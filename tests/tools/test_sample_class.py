"""`make sample`: right points, and one line for each thing that went wrong.

The commands are those of the Makefile; the points are those that the answer bank gives to the
answers.
"""

import csv
import fnmatch
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
import sample_class
import sample_words
import torch
from answer_bank import ASSIGNMENTS, Case
from nbgrader.api import Gradebook
from support.course_copy import copy_course
from support.paths import ROOT, SOURCE
from support.repository_copy import copy_repository, make_command
from traitlets.config import Config, PyFileConfigLoader

from nbjudge import read_scores
from nbjudge_testing.commands import run_nbgrader, run_nbjudge

# The notebooks that earn nothing, by number, and what the table says, for those who submitted
# something odd. It needs attention only if points may have been lost by it.
LOST = {"goran": {1}, "hana": {2, 3}, "ines": {3}, "judy": {0}}
REASONS = {
    "goran": ["{1}.ipynb is not a notebook: it is not JSON"],
    "hana": ["{2}.ipynb is empty", "{3}.ipynb has no cells"],
    "ines": ["{3}.ipynb is missing"],
    "jonas": ["{0}.ipynb is used, not {0}-Copy1.ipynb"],
    "judy": ["{0}.ipynb is too large"],
    "kofi": ["{2}.ipynb was missing cells, which were restored"],
    "lena": ["{1}.ipynb was made with a kernel for julia"],
}


@dataclass
class Graded:
    """A course in which the sample class of an assignment was graded, and what was submitted."""

    assignment: str
    course: Path
    answers: dict[str, list[Case]]

    @property
    def notebooks(self) -> tuple[str, ...]:
        return ASSIGNMENTS[self.assignment].notebooks

    def lost(self, student: str) -> set[str]:
        """The notebooks of a student that cannot earn anything."""
        return {self.notebooks[number] for number in LOST.get(student, ())}

    def submissions(self) -> dict:
        with Gradebook(f"sqlite:///{self.course}/gradebook.db") as gradebook:
            return read_scores(gradebook, self.assignment).submissions


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=pytest.mark.soak) for name in ASSIGNMENTS],
)
def graded(request, tmp_path_factory, sandbox) -> Graded:
    """The sample class, and judy, who submits a notebook of 50 MB, graded as `make grade` does."""
    assignment = request.param
    course = copy_course(tmp_path_factory.mktemp("sample") / "course")
    run_nbgrader(course, "generate_assignment", assignment, "--force")
    answers = sample_class.write_sample_class(course, assignment)
    answers["judy"] = answers["amara"]
    sample_class.submit(course, "judy", assignment, answers["judy"])
    path = (
        course / "submitted" / "judy" / assignment / f"{ASSIGNMENTS[assignment].notebooks[0]}.ipynb"
    )
    sample_class.edit(path, lambda notebook: notebook["cells"][0].update(source="x" * 50_000_000))

    finished = run_nbjudge(course, "grade", assignment)
    assert finished.returncode == 3, finished.stdout + finished.stderr
    return Graded(assignment, course, answers)


def test_everybody_gets_the_points_of_their_answers(graded):
    submissions = graded.submissions()
    assert set(submissions) == set(graded.answers)
    for student, cases in graded.answers.items():
        wanted = dict.fromkeys(graded.notebooks, 0)
        for case in cases:
            wanted[case.task.name] += case.points_with(torch.__version__)
        wanted |= dict.fromkeys(graded.lost(student), 0)
        earned = {name: submissions[student].task_score(name) for name in graded.notebooks}
        assert earned == wanted, student


def test_the_class_has_right_and_wrong_answers_to_every_function(graded):
    submitted = [case for cases in graded.answers.values() for case in cases]
    for function in ASSIGNMENTS[graded.assignment].functions:
        assert {case.is_right for case in submitted if case.function == function} == {True, False}


def test_the_table_names_who_needs_a_person_and_why(graded):
    shown = run_nbjudge(graded.course, "table", graded.assignment)
    assert shown.returncode == 0, shown.stderr
    assert "13 submissions; 4 need attention" in shown.stdout
    # The reasons stand below the points.
    lines = shown.stdout.partition("submissions;")[2].splitlines()
    starts = [n for n, line in enumerate(lines) if line.split() and line.split()[0] in REASONS]
    # A long reason is folded, and notes follow it: put each student's lines together again.
    text = dict.fromkeys(REASONS, "")
    for start in starts:
        text[lines[start].split()[0]] += " ".join(" ".join(lines[start : start + 5]).split())
    for student, reasons in REASONS.items():
        for reason in reasons:
            assert reason.format(*graded.notebooks) in text[student]


def test_feedback_is_made_for_everybody(graded):
    course, submissions = graded.course, graded.submissions()
    # The pages of the lab for all; of the others for some who submitted what cannot be read.
    some = "*" if graded.assignment == "autograd" else "[ghj]*"
    run_nbgrader(course, "generate_feedback", graded.assignment, "--force", f"--student={some}")
    for student in fnmatch.filter(submissions, some):
        pages = {path.stem for path in (course / "feedback" / student).rglob("*.html")}
        assert pages >= set(graded.notebooks) - graded.lost(student), student
    # The record of the grading is the instructor's.
    assert (course / "autograded" / "judy" / graded.assignment / "nbjudge.json").exists()
    assert not list((course / "feedback").rglob("nbjudge.json"))
    # The folder that the notebooks import from is beside them, and not beside the pages.
    assert (course / "autograded" / "judy" / graded.assignment / "lab").is_dir()
    assert not list((course / "feedback").rglob("lab"))


def test_grades_are_exported_for_everybody(graded):
    course, submissions = graded.course, graded.submissions()
    run_nbgrader(course, "export", "--to=grades.csv")
    with (course / "grades.csv").open() as file:
        exported = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert exported == {student: submissions[student].score for student in submissions}


def test_a_submission_holds_what_nbgrader_submit_writes(tmp_path):
    sample_class.write_notes(tmp_path, "ivy")
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"timestamp.txt", "submission_secret.txt"}


def test_the_class_has_guesses_and_write_ups_that_differ():
    questions, ids = set(), set()
    for name, assignment in ASSIGNMENTS.items():
        for notebook in assignment.notebooks:
            cells = json.loads((SOURCE / name / f"{notebook}.ipynb").read_text())["cells"]
            ids |= {sample_class.grade_id(cell) for cell in cells}
            code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
            for source in (each for each in code if "guess(" in each):
                made = {sample_words.guessed(source, student) for student in sample_words.NAMES}
                assert source in made  # some guess nothing
                assert len(made) > 1
                for filled in made:
                    compile(filled, notebook, "exec")
                if name == "autograd":
                    questions |= set(sample_words.QUESTION.findall(source))
    assert questions == set(sample_words.GUESSES)
    assert {each for each in ids if each.endswith("_writeup")} == set(sample_words.WRITE_UPS)
    for texts in sample_words.WRITE_UPS.values():
        assert set(texts) == set(sample_words.NAMES)
        assert len(set(texts.values())) == 5 and [*texts.values()].count(sample_words.COPIED) == 3


def test_the_students_have_names_in_the_gradebook(tmp_path):
    sample_class.name_students(tmp_path)
    with Gradebook(f"sqlite:///{tmp_path}/gradebook.db") as gradebook:
        names = {each.id: (each.first_name, each.last_name) for each in gradebook.students}
    assert names == sample_words.NAMES and names["goran"] == ("Goran", "Petrović")


def test_a_folder_in_which_somebody_submitted_stays_as_it_is(tmp_path):
    (tmp_path / "submitted" / "ada" / "autograd").mkdir(parents=True)
    said = subprocess.run(
        [sys.executable, sample_class.__file__, "autograd", tmp_path],
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(tmp_path) in said.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["submitted"]


def test_the_sample_is_a_course_of_its_own(tmp_path):
    before = untracked()
    course = tmp_path / "sample"
    subprocess.run([sys.executable, sample_class.__file__, "autograd", course], check=True)
    assert untracked() == before  # of this course nothing changes
    submitted = {path.parent.name for path in course.glob("submitted/*/autograd")}
    assert submitted == set(sample_words.NAMES)
    assert read_config(course).CourseDirectory.root == str(course)


def read_config(course: Path) -> Config:
    return PyFileConfigLoader("nbgrader_config.py", path=str(course)).load_config()


def untracked() -> str:
    """What git sees in this course beside its files, with what it ignores."""
    command = ["git", "status", "--porcelain", "--ignored", "submitted", "autograded", "*.db"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_make_grade_without_submissions_names_the_sample(tmp_path):
    course = copy_repository(tmp_path / "course")
    (course / "submitted").mkdir()
    said = subprocess.run(make_command(course, "grade"), capture_output=True, text=True)
    assert said.returncode == 2
    assert "make sample" in said.stdout and "submitted/<student id>/autograd/" in said.stdout
    assert not (course / "gradebook.db").exists()
    (course / "submitted" / "ada" / "autograd").mkdir(parents=True)
    subprocess.run(make_command(course, "some-submitted"), check=True)
