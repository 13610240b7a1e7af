"""A class of 300 with the noise of a real one: faults are flagged, and nothing else is."""

import pytest
from commands import run_nbjudge
from grading_course import PS, grade, hand_in, make_course, record_of
from test_grade_input import CASES
from test_grade_oddities import ODDITIES

CLASS = 300
FAULTS = {name: damage for name, (damage, _, reason) in CASES.items() if reason}


@pytest.mark.soak
def test_faults_are_flagged_and_oddities_are_not(tmp_path):
    assert len(ODDITIES) >= 30 and len(FAULTS) >= 20
    course = make_course(tmp_path / "course")
    planted = {f"odd {name}": work for name, work in ODDITIES.items()}
    planted |= {f"bad {name}": work for name, work in FAULTS.items()}
    honest = CLASS - len(planted)
    assert honest > 100
    for student in ("honest", *(f"s{number:03}" for number in range(1, honest))):
        hand_in(course, student)
    for student, work in planted.items():
        work(hand_in(course, student))
    grade(course, expect=3)
    flagged = {each.name for each in (course / "autograded").iterdir()}
    flagged = {name for name in flagged if record_of(course, name)["status"] != "graded"}
    assert flagged == {f"bad {name}" for name in FAULTS}
    shown = run_nbjudge(course, "table", PS).stdout
    assert f"{CLASS} submissions; {len(FAULTS)} need attention" in shown
