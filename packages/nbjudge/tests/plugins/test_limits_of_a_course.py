"""Limits as a course sets them, and what a notebook that exceeds one costs."""

import os
import shutil
import sys
from dataclasses import fields, replace

import nbformat
import pytest
from nbformat.v4 import new_code_cell
from nbgrader.api import Gradebook

from nbisolate import Limits
from nbjudge.plugins.execute import JudgeExecute
from nbjudge_testing import courses
from nbjudge_testing.commands import run_nbgrader


def test_every_limit_is_a_trait_with_a_sentence_of_help():
    traits = JudgeExecute.class_traits(config=True)
    for limit in fields(Limits):
        if limit.name != "value_bytes":  # a bound of the protocol, not of a course
            assert traits[limit.name].help.endswith(".")


def test_what_a_course_sets_is_the_limit_of_a_notebook():
    for limit in fields(Limits):
        if limit.name != "value_bytes":
            other = limit.default + 1
            limits = JudgeExecute(**{limit.name: other}).limits()
            assert limits == replace(Limits(), **{limit.name: other})


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course with two notebooks, one of which a student's answer ends."""
    folder = tmp_path_factory.mktemp("limits") / "course"
    config = courses.JUDGE_CONFIG.format(root=str(folder), add_missing=True, memory=200)
    answer = "### BEGIN SOLUTION\ndef three():\n    return 3\n### END SOLUTION"
    test = {"grade": True, "locked": True}
    sheet = courses.notebook(
        [
            courses.cell("three", answer, solution=True),
            courses.cell("test-three", "assert three() == 3", points=2, **test),
            new_code_cell("print('the last cell ran')"),
        ]
    )
    return courses.make_course(folder, "sheet", {"first": sheet, "second": sheet}, config)


def hand_in(course, student, **answers):
    shutil.copytree(course / "release" / "sheet", course / "submitted" / student / "sheet")
    for notebook, answer in answers.items():
        path = course / "submitted" / student / "sheet" / f"{notebook}.ipynb"
        handed_in = nbformat.read(path, as_version=4)
        handed_in.cells[0].source = answer
        nbformat.write(handed_in, path)


def graded(course, student):
    """Scores and autograded notebooks of a submission, by notebook."""
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        notebooks = gradebook.find_submission("sheet", student).notebooks
        scores = {notebook.name: notebook.score for notebook in notebooks}
    folder = course / "autograded" / student / "sheet"
    return scores, {path.stem: nbformat.read(path, as_version=4) for path in folder.glob("*.ipynb")}


def test_a_notebook_never_costs_points_of_another(course):
    right = "def three():\n    return 3"
    hand_in(course, "ada", first="import os\nos._exit(1)", second=right)
    hand_in(course, "bob", first=right, second="while True: pass")
    run_nbgrader(course, "autograde", "sheet")
    scores, notebooks = graded(course, "ada")
    assert scores == {"first": 0, "second": 2}
    own = notebooks["first"].metadata.nbjudge
    assert (own.measured.stopped, own.reason) == (
        "ended",
        "the notebook's process ended (exit code 1)",
    )
    assert "not run" in notebooks["first"].cells[2].outputs[0].evalue
    assert notebooks["second"].metadata.nbjudge.measured.stopped is None
    assert notebooks["second"].metadata.nbjudge.measured.sandbox is True
    scores, notebooks = graded(course, "bob")
    assert scores == {"first": 2, "second": 0}
    assert "stopped after 2 s" in notebooks["second"].cells[0].outputs[-1].evalue


def test_without_bubblewrap_grading_refuses(course, tmp_path, monkeypatch):
    hand_in(course, "eve", first="1", second="1")
    for program in ("alembic", "python"):
        (tmp_path / program).symlink_to(os.path.join(os.path.dirname(sys.executable), program))
    monkeypatch.setenv("PATH", str(tmp_path))
    finished = run_nbgrader(course, "autograde", "sheet", "--student=eve", check=False)
    assert finished.returncode != 0
    assert "Cannot grade: bubblewrap is not installed" in finished.stdout
    assert not (course / "autograded" / "eve" / "sheet").exists()


def test_an_instructor_who_trusts_submissions_says_so(course, tmp_path, monkeypatch):
    hand_in(course, "sue", first="import os\nprint(os.getcwd())\ndef three():\n    return 3")
    monkeypatch.setenv("PATH", os.path.dirname(sys.executable))
    run_nbgrader(
        course, "autograde", "sheet", "--student=sue", "--JudgeExecute.sandbox=False", "--force"
    )
    scores, notebooks = graded(course, "sue")
    assert scores["first"] == 2
    assert notebooks["first"].metadata.nbjudge.measured.sandbox is False
