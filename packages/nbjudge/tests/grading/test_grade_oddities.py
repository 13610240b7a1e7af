"""What students' programs, systems and habits do to a submission costs no point and no attention.

One class is graded once, and everything in it is harmless.
"""

import json
import os

import pytest

from nbjudge_testing.commands import run_nbjudge
from nbjudge_testing.grading_course import (
    PS,
    grade,
    hand_in,
    make_course,
    record_of,
    scores_of,
)
from nbjudge_testing.odd_submissions import ALL, ODDITIES


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("oddities") / "course")
    for student, alter in ODDITIES.items():
        alter(hand_in(course, student))
    course.joinpath("printed").write_text(grade(course))
    return course


@pytest.mark.parametrize("student", ODDITIES)
def test_an_oddity_costs_no_point_and_no_attention(student, graded):
    record = record_of(graded, student)
    assert scores_of(graded, student) == ALL, record
    assert record["reasons"] == []


def test_the_table_flags_nobody(graded):
    shown = run_nbjudge(graded, "table", PS)
    assert f"{len(ODDITIES)} submissions; 0 need attention" in shown.stdout


def test_every_oddity_is_in_the_files_that_were_graded(graded):
    """No case is without effect by a slip: each file differs from the honest one."""
    folder = graded / "submitted"
    honest = json.loads((folder / "ada" / PS / "adding.ipynb").read_text())
    names = len(os.listdir(folder / "ada" / PS))
    for student in list(ODDITIES)[:-8]:
        content = (folder / student / PS / "adding.ipynb").read_bytes()
        same = (
            content == json.dumps(honest).encode()
            or content == (folder / "ada" / PS / "adding.ipynb").read_bytes()
        )
        assert not same or len(os.listdir(folder / student / PS)) > names, student
