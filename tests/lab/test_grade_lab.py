"""The lab by `nbjudge grade` and by stock nbgrader, on the honest part of the sample class."""

import shutil

import pytest
from shell import run_nbgrader, run_nbjudge
from corpus import load_cases
from grading_course import database, rows_of
from lab_course import ASSIGNMENT
from sample_class import choose, hand_in

STOCK = """
from nbgrader.converters.autograde import Autograde
c.Autograde.autograde_preprocessors = Autograde.autograde_preprocessors.default()
"""
# What stock nbgrader believes of any submission.
TRUSTING = "\nc.Submissions.trust_timestamps = True\n"
HONEST = ("chen", "farah")


@pytest.mark.soak
def test_same_gradebook_as_stock_nbgrader(generated_course, tmp_path):
    answers = choose([case for case in load_cases() if case.assignment == ASSIGNMENT])
    with (generated_course / "nbgrader_config.py").open("a") as config:
        config.write(TRUSTING)
    for student in HONEST:
        hand_in(generated_course, student, ASSIGNMENT, answers[student])
    stock = shutil.copytree(generated_course, tmp_path / "stock")
    with (stock / "nbgrader_config.py").open("a") as config:
        config.write(STOCK)
    run_nbgrader(stock, "autograde", ASSIGNMENT)
    finished = run_nbjudge(generated_course, "grade", ASSIGNMENT)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    ours, theirs = rows_of(database(generated_course)), rows_of(database(stock))
    assert len(theirs["submitted_assignment"]) == len(HONEST)
    assert ours == theirs
