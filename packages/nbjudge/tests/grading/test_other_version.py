"""Results that another version of nbjudge has stored are graded again, which is said once."""

import json

import pytest
from nbgrader.coursedir import CourseDirectory

from nbjudge.adopt.unchanged import unchanged
from nbjudge.course.daily_notices import note_checked
from nbjudge.grading import inputs
from nbjudge_testing.grading_course import PS, grade, hand_in, make_course, record_of

SENTENCE = "again, because another version of nbjudge stored the result\n"


@pytest.fixture
def course(tmp_path):
    course = make_course(tmp_path / "course")
    for student in ("ann", "ben", "cem"):
        hand_in(course, student)
    grade(course)
    return course


def test_results_of_another_version_are_graded_again_and_that_is_said_once(course):
    assert "3 skipped (unchanged)" in grade(course)
    for student, version in (("ann", "0.0.1, format 1"), ("ben", None)):
        path = course / "autograded" / student / PS / "nbjudge.json"
        record = json.loads(path.read_text())
        assert record.pop("version") == inputs.result_version()
        path.write_text(json.dumps(record | ({"version": version} if version else {})))
    printed = grade(course)
    assert printed.count(SENTENCE) == 1 and f"Graded 2 submissions {SENTENCE}" in printed
    assert "2 graded in" in printed and "1 skipped (unchanged)" in printed
    for student in ("ann", "ben"):
        record = record_of(course, student)
        assert record["version"] == inputs.result_version()
        assert not any(notebook["unchanged"] for notebook in record["notebooks"].values())
    again = grade(course)
    assert "3 skipped (unchanged)" in again and SENTENCE not in again


def test_the_version_is_that_of_the_package(monkeypatch):
    before = inputs.result_version()
    monkeypatch.setattr(inputs, "versions", lambda: {"nbjudge": "9.9.9"})
    assert inputs.result_version() != before


def test_a_check_that_another_version_has_noted_is_done_again(tmp_path):
    coursedir = CourseDirectory(root=str(tmp_path))
    coursedir.assignment_id = "ps1"
    result = {"cells": [], "in_process": [], "not_compared": [], "findings": [], "key": "same"}
    older = result | {"shared": []}
    note_checked(coursedir, {}, {"one": result, "two": older})
    assert unchanged(coursedir, {"one": "same", "two": "same"}).keys() == {"one"}
