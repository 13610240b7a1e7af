"""A failure of nbjudge itself gives no points, takes none, and is named; the class goes on."""

import contextlib
import tempfile

import pytest

from nbjudge.errors import RunStoppedError
from nbjudge.gradebook.record import read_record
from nbjudge.grading import canary
from nbjudge.plugins.execute import JudgeExecute
from nbjudge.runner import new_forkserver
from nbjudge_testing.grading_course import (
    ANSWERS,
    PS,
    database,
    grade,
    grade_here,
    hand_in,
    make_course,
    rows_of,
    scores_of,
)

BREAK = "import nbisolate.processes.student as own\nown.ObjectUnpickler = None\n"


@pytest.fixture
def course(tmp_path):
    return make_course(tmp_path / "course")


def test_the_notebook_needs_a_person_and_has_no_points(course):
    hand_in(course, "amy", ANSWERS | {"add": BREAK + ANSWERS["add"]})
    hand_in(course, "ben")
    said = grade(course, expect=3)
    assert "adding.ipynb could not be graded: its process reported an error of nbjudge" in said
    assert scores_of(course, "amy") == {
        **dict.fromkeys(["test-add-small", "test-add-large", "add-why", "double-why"]),
        **{"test-double-small": 2.0, "test-double-large": 3.0},
    }
    assert scores_of(course, "ben")["test-add-large"] == 3.0
    record = read_record(course / "autograded" / "amy" / PS)
    assert record.needs_attention and record.digest is None  # the next run tries again


def test_the_next_canary_removes_what_that_of_a_killed_run_has_left(monkeypatch, tmp_path):
    """Also in a watch, whose fork server has no folder of its own."""
    left = tmp_path / "nbjudge-canary-left"
    (left / "judge").mkdir(parents=True)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    places, run = [], canary.run_notebook

    def note(**arguments):
        places.append(arguments["support"])
        return run(**arguments)

    monkeypatch.setattr(canary, "_passed", set())
    monkeypatch.setattr(canary, "run_notebook", note)
    with contextlib.closing(new_forkserver()) as forkserver:
        forkserver.start()
        canary.try_bridge(JudgeExecute(preload=[]), forkserver)
    assert [place.parent.name.startswith("nbjudge-canary-") for place in places] == [True]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "submission", [BREAK + canary.SUBMISSION, "def value(x):\n    return x", "1 / 0"]
)
def test_nothing_is_graded_where_the_canary_does_not_pass(course, monkeypatch, submission):
    hand_in(course, "ben")
    monkeypatch.setattr(canary, "_passed", set())
    monkeypatch.setattr(canary, "CELLS", [canary.Cell(submission, "student"), *canary.CELLS[1:]])
    before = rows_of(database(course))
    with pytest.raises(
        RunStoppedError, match="Nothing was graded, because correct answers would lose"
    ):
        grade_here(course)
    assert rows_of(database(course)) == before and not (course / "autograded").exists()
    monkeypatch.undo()
    grade_here(course)
    assert scores_of(course, "ben")["test-add-large"] == 3.0
