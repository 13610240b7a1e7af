"""Answers that hold nothing get no points unseen."""

import pytest
from small_courses import COURSES, make_course

from nbjudge.adopt.answers import HOLLOW
from nbjudge.adopt.hollow import hollow_points, sentences
from nbjudge.adopt.trial import Trial
from nbjudge.cli import load_course
from nbjudge.plugins.execute import JudgeExecute

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


@pytest.fixture
def trial(tmp_path, monkeypatch):
    monkeypatch.chdir(make_course(tmp_path / "course", COURSES / "hollow"))
    (tmp_path / "trial").mkdir()
    return Trial(*load_course("hollow", []), tmp_path / "trial")


def test_each_cell_that_gives_points_for_nothing_is_found(trial):
    judged = trial.grade("judged", JudgeExecute)
    found = hollow_points(trial, judged, workers=0)
    assert found == {("problem", cell): points for cell, points in EXPECTED.items()}


def test_what_is_said_of_it():
    what, why, advice = sentences({EMPTY: 1.0, NAN: 2.0, ZEROS: 1.0}, 2.0)
    assert what == (
        "a function that returns nothing of value gets 1 of 2 for an empty array and zeros of the "
        "right shape; 2 of 2 for NaN"
    )
    assert why.count(";") == 2 and "shape" in advice
