"""What commands say of a course and its machine: once a day, and by `nbjudge check` always."""

import json
import os
import tempfile
from pathlib import Path

import pytest
from nbgrader.coursedir import CourseDirectory

from nbisolate import ForkServer
from nbjudge.course.daily_notices import SAID, new_today
from nbjudge_testing.commands import run_nbjudge
from nbjudge_testing.grading_course import PS, grade, hand_in, make_course

OPEN = "Every user of this machine can read"


@pytest.fixture
def coursedir(tmp_path):
    return CourseDirectory(root=str(tmp_path))


def test_a_sentence_is_said_once_a_day(coursedir, tmp_path):
    assert new_today(coursedir, ["one", "two"]) == ["one", "two"]
    assert new_today(coursedir, ["two", "three"]) == ["three"]
    assert new_today(coursedir, ["one", "two", "three"]) == []
    noted = json.loads((tmp_path / SAID).read_text())
    (tmp_path / SAID).write_text(json.dumps(noted | {"day": "2020-01-01"}))
    assert new_today(coursedir, ["one"]) == ["one"]


@pytest.mark.parametrize("damaged", ["", "[]", '{"day": 1, "sentences": 2}', "\x00"])
def test_a_damaged_note_says_it_again(coursedir, tmp_path, damaged):
    (tmp_path / SAID).write_text(damaged)
    assert new_today(coursedir, ["one"]) == ["one"]
    assert new_today(coursedir, ["one"]) == []


def test_what_cannot_be_noted_is_said_again(coursedir, tmp_path):
    (tmp_path / SAID).mkdir()
    for _ in range(2):
        assert new_today(coursedir, ["one"]) == ["one"]


@pytest.mark.parametrize(("shared", "mode"), [(False, 0o600), (True, 0o660)])
def test_the_note_is_for_who_grades(tmp_path, shared, mode):
    new_today(CourseDirectory(root=str(tmp_path), groupshared=shared), ["one"])
    assert os.stat(tmp_path / SAID).st_mode & 0o777 == mode


@pytest.fixture
def open_course():
    """A course in a folder that every user can enter."""
    with tempfile.TemporaryDirectory() as folder:
        course = make_course(Path(folder, "course"))
        hand_in(course, "ann")
        for path in (course.parent, course):
            path.chmod(0o755)
        yield course


def test_commands_say_it_once_and_check_says_it_always(open_course):
    course = open_course
    first, again = grade(course), grade(course, "--force")
    notes = [line for line in first.splitlines() if OPEN in line]
    assert len(notes) == 1 and "notes on security: " in notes[0]
    assert (first.count(OPEN) > 0, again.count(OPEN)) == (True, 0)
    groups = ForkServer.no_control_groups()
    assert (first.count("No control groups"), again.count("No control groups")) == (bool(groups), 0)
    for _ in range(2):
        said = run_nbjudge(course, "check", PS, "--notebook=adding").stderr
        assert OPEN in said and said.count("No control groups") == bool(groups)
