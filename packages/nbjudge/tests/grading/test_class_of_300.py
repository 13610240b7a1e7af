"""A class of 300 with the noise of a real one: faults are flagged, and nobody stops the class."""

import re

import pytest

from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.damaged_submissions import CASES, DOUBLING
from nbjudge_testing.grading_course import (
    PS,
    REPAIR_CONFIG,
    grade,
    hand_in,
    make_course,
    record_of,
    scores_of,
)
from nbjudge_testing.odd_submissions import ALL, ODDITIES

CLASS = 300
FAULTS = {name: damage for name, (damage, _, reason) in CASES.items() if reason}
# Oddities that nbgrader cannot read, or does not find: `nbgrader autograde` leaves them out.
NOT_READ = {"mark", "no-metadata", "null-outputs", "saved-outputs", "null-cell", "many-cells"}
NOT_READ |= {"null-metadata", "a[1]"}


def plant(course):
    """Submit for the whole class; return the honest students."""
    planted = {f"odd {name}": work for name, work in ODDITIES.items()}
    planted |= {f"bad {name}": work for name, work in FAULTS.items()}
    honest = ["honest", *(f"s{number:03}" for number in range(1, CLASS - len(planted)))]
    for student in honest:
        hand_in(course, student)
    for student, work in planted.items():
        work(hand_in(course, student))
    return honest


@pytest.mark.soak
def test_faults_are_flagged_and_oddities_are_not(tmp_path):
    course = make_course(tmp_path / "course")
    plant(course)
    grade(course, expect=3)
    flagged = {each.name for each in (course / "autograded").iterdir()}
    flagged = {name for name in flagged if record_of(course, name)["status"] != "graded"}
    assert flagged == {f"bad {name}" for name in FAULTS}
    shown = run_nbjudge(course, "table", PS).stdout
    assert f"{CLASS} submissions; {len(FAULTS)} need attention" in shown


@pytest.mark.soak
def test_nobody_stops_nbgrader_autograde(tmp_path):
    course = make_course(tmp_path / "course", REPAIR_CONFIG)
    honest = plant(course)
    printed = run_nbgrader(course, "autograde", PS, check=False).stdout
    # Whoever is left out is named, and everybody else has the points of what can be read.
    named = set(re.findall(rf"for student '(.+)'|/submitted/(.+)/{PS}/\*", printed))
    left_out = {failed or unmatched for failed, unmatched in named}
    graded = {each.name for each in (course / "autograded").iterdir() if (each / PS).exists()}
    submitted = {each.name for each in (course / "submitted").iterdir()}
    assert left_out == submitted - graded and graded >= set(honest)
    assert {name for name in left_out if name.startswith("odd")} == {f"odd {n}" for n in NOT_READ}
    for student in graded:
        expected = DOUBLING if student.startswith("bad") else ALL
        assert scores_of(course, student).items() >= expected.items(), student
