"""Answers without content get no points unseen."""

import ast

import pytest

from nbjudge.adopt.trial import RELEASE, Trial
from nbjudge.adopt.trivial_answers import (
    EMPTY,
    KINDS,
    NAN,
    NONE,
    RUN,
    ZEROS,
    nbjudge_placeholder,
    placeholder_source,
)
from nbjudge.adopt.wrong_answers import WRONG, placeholder_points, submit_wrong_answers
from nbjudge.commands.course import load_course
from nbjudge.plugins.execute import JudgeExecute
from nbjudge_testing.small_courses import COURSES, make_course

# Of the test cells in courses/placeholder, without `made`, `raises`, `runs` and the sound ones.
EXPECTED = {
    "near": {EMPTY: 1},
    "broadcast": {EMPTY: 1},
    "not_above": {NAN: 2},
    "only_zeros": {ZEROS: 1},
    "asks": {EMPTY: 1, NAN: 1},
    "in_part": {ZEROS: 1},
    "value": {NAN: 1},
    "method": {NAN: 1},
    "nothing": {NONE: 1},
}


def test_each_cell_that_gives_points_for_nothing_is_found(tmp_path, monkeypatch):
    monkeypatch.chdir(make_course(tmp_path / "course", COURSES / "placeholder"))
    (tmp_path / "trial").mkdir()
    trial = Trial(*load_course("placeholder", []), tmp_path / "trial")
    submit_wrong_answers(trial)
    judged = trial.grade("judged", JudgeExecute, dict.fromkeys((RELEASE, *WRONG), ("problem",)))
    found = {key[1]: placeholder_points(judged, key) for key in judged[RELEASE].outcomes}
    assert {cell: points for cell, points in found.items() if points} == EXPECTED


def test_a_value_keeps_its_form():
    right = ((1.5, [2]), {"a": "b", "c": True}, None, len)
    assert nbjudge_placeholder(right, ZEROS) == ((0, [0]), {"a": "", "c": False}, None, len)
    assert str(nbjudge_placeholder(right, NAN)[:2]) == "((nan, [nan]), {'a': 'nan', 'c': nan})"
    (number, items), table, *_ = nbjudge_placeholder(right, EMPTY)
    assert (len(number), items, table) == (0, [], {})
    assert nbjudge_placeholder(object(), ZEROS) == 0


@pytest.mark.parametrize("kind", [*KINDS, RUN])
def test_a_solution_runs_with_each_kind(kind):
    """A name gets a placeholder value, too; `NONE` also removes the code of functions."""
    source = "x = 3\nasync def f():\n    return x\ndef g():\n    print(1)\n    return x"
    made = placeholder_source(source, kind)
    exec(compile(made, "<cell>", "exec"), names := {})
    assert type(names["x"]) is not int or names["x"] != 3  # an array, where NumPy is imported
    assert ("print(1)" in ast.unparse(ast.parse(made))) == (kind != NONE)
    assert placeholder_source("no python", kind) is None
