"""Answers that hold nothing get no points in our assignments that a sentence does not promise."""

import pytest
from assignments import read_assignments
from lab_course import copy_course

from nbjudge.adopt.hollow import hollow_points
from nbjudge.adopt.trial import Trial
from nbjudge.cli import load_course

# By assignment and test cell, what each kind of hollow answer gets.
PROMISED: dict[str, dict[str, dict[str, float]]] = {}


@pytest.mark.soak
@pytest.mark.parametrize("assignment", read_assignments())
def test_hollow_answers_get_what_the_notebook_says(assignment, tmp_path, monkeypatch):
    monkeypatch.chdir(copy_course(tmp_path / "course"))
    (tmp_path / "trial").mkdir()
    found = hollow_points(Trial(*load_course(assignment, []), tmp_path / "trial"), 2)
    points = {cell: dict(got) for (_, cell), got in found.items()}
    assert points == PROMISED.get(assignment, {})
