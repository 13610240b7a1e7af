"""Answers that hold nothing get no points unseen."""

from commands import run_nbjudge
from small_courses import COURSES, make_course

from nbjudge.adopt.answers import HOLLOW
from nbjudge.adopt.hollow import sentences

NONE, LIST, EQUAL, EMPTY, NAN, ZEROS, ITEMLESS = HOLLOW
# Of the test cells in courses/hollow; `made`, `raises`, `runs` and the sound ones are not there.
EXPECTED = {
    "near": {EMPTY: 1},
    "broadcast": {LIST: 1, EQUAL: 1, EMPTY: 1},
    "not_above": {NAN: 2},
    "only_zeros": {ZEROS: 1},
    "asks": {EQUAL: 1, EMPTY: 1, NAN: 1},
    "no_items": {ITEMLESS: 1},
    "in_part": {ZEROS: 1},
    "value": {NAN: 1},
    "method": {NAN: 1},
    "nothing": {NONE: 1},
}
MOST = {"not_above": 2, "in_part": 4}


def test_each_cell_that_gives_points_for_nothing_is_found(tmp_path):
    course = make_course(tmp_path / "course", COURSES / "hollow")
    finished = run_nbjudge(course, "check", "hollow", "--hollow")
    said = [line for line in finished.stdout.splitlines() if not line.startswith(" ")]
    assert said == [
        *(f"problem, {cell}: {sentences(points, MOST.get(cell, 1))[0]}"
          for cell, points in EXPECTED.items()),
        f"hollow: {len(EXPECTED)} test cells with points for answers that hold nothing.",
    ]  # fmt: skip
    assert finished.returncode == 3


def test_what_is_said_of_it():
    what, why, advice = sentences({EMPTY: 1.0, NAN: 2.0, ZEROS: 1.0}, 2.0)
    assert what == (
        "a function that returns nothing of value gets 1 of 2 for an empty array and zeros of the "
        "right shape; 2 of 2 for NaN"
    )
    assert why.count(";") == 2 and "shape" in advice
