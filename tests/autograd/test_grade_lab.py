"""The lab by `nbjudge grade` and by plain nbgrader, on the honest part of the sample class."""

import shutil

import pytest
from answer_bank import load_cases
from nbgrader.api import Gradebook
from sample_class import choose, submit
from support.course_copy import ASSIGNMENT

from nbjudge_testing.commands import run_nbgrader, run_nbjudge

STOCK = """
from nbgrader.converters.autograde import Autograde
c.Autograde.autograde_preprocessors = Autograde.autograde_preprocessors.default()
"""
# What plain nbgrader believes of any submission.
TRUSTING = "\nc.CollectSettings.trust_timestamps = True\n"
HONEST = ("chen", "farah")


@pytest.mark.soak
def test_same_gradebook_as_stock_nbgrader(generated_course, tmp_path, sandbox):
    answers = choose([case for case in load_cases() if case.assignment == ASSIGNMENT])
    with (generated_course / "nbgrader_config.py").open("a") as config:
        config.write(TRUSTING)
    for student in HONEST:
        submit(generated_course, student, ASSIGNMENT, answers[student])
    stock = shutil.copytree(generated_course, tmp_path / "stock")
    with (stock / "nbgrader_config.py").open("a") as config:
        config.write(STOCK)
    run_nbgrader(stock, "autograde", ASSIGNMENT)
    finished = run_nbjudge(generated_course, "grade", ASSIGNMENT)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    ours, theirs = grades(generated_course), grades(stock)
    assert {student for student, *_ in theirs} == set(HONEST)
    assert ours == theirs


def grades(course):
    """All that the gradebook says of a cell of a submission, by student, notebook and cell."""
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        return sorted(
            (
                submission.student.id,
                notebook.name,
                grade.name,
                grade.auto_score,
                grade.manual_score,
                grade.max_score,
                grade.needs_manual_grade,
                notebook.late_submission_penalty,
                submission.timestamp,
            )
            for submission in gradebook.assignment_submissions(ASSIGNMENT)
            for notebook in submission.notebooks
            for grade in notebook.grades
        )
