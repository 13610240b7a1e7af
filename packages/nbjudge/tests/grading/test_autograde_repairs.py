"""`nbgrader autograde` repairs notebooks as `nbjudge grade` does, and nobody stops the class."""

import json

import pytest

from nbjudge_testing.commands import run_nbgrader
from nbjudge_testing.grading_course import (
    PS,
    REPAIR_CONFIG,
    edit,
    grade,
    hand_in,
    make_course,
    scores_of,
)

DOUBLING = {"test-double-small": 2, "test-double-large": 3, "double-why": None}
ALL = {"test-add-small": 2, "test-add-large": 3, "add-why": None} | DOUBLING


def grade_id(cell):
    return (cell["metadata"].get("nbgrader") or {}).get("grade_id")


def copied_test(notebook):
    (test,) = [cell for cell in notebook["cells"] if grade_id(cell) == "test-add-small"]
    notebook["cells"].append(json.loads(json.dumps(test)))


def older(version):
    def alter(notebook):
        for cell in notebook["cells"]:
            cell["metadata"].get("nbgrader", {}).update(schema_version=version)

    return alter


def without(*names):
    def alter(notebook):
        notebook["cells"] = [cell for cell in notebook["cells"] if grade_id(cell) not in names]

    return alter


def numbers_as_ids(notebook):
    for number, cell in enumerate(notebook["cells"]):
        cell["id"] = number


def own_cells(notebook):
    for nbgrader in (None, {"grade": True}, {"grade_id": "gone", "locked": True, "solution": True}):
        cell = {"cell_type": "code", "source": "1", "outputs": [], "execution_count": None}
        notebook["cells"].append(cell | {"metadata": {"nbgrader": nbgrader}})


def answer_below(notebook):
    notebook["cells"][-1]["source"] = "YOUR ANSWER HERE"
    notebook["cells"].append({"cell_type": "markdown", "metadata": {}, "source": "I think ..."})


STUDENTS = {
    "a-right": lambda notebook: None,
    "b-copied-test": copied_test,
    "c-schema-1": older(1),
    "d-schema-2": older(2),
    "e-schema-as-text": older("3"),
    "f-schema-of-the-future": older(9),
    "g-deleted-tests": without("test-add-small", "test-add-large"),
    "h-deleted-tests-and-answer-cell": without("given", "test-add-small", "add-why"),
    "i-numbers-as-ids": numbers_as_ids,
    "j-own-cells": own_cells,
    "k-answer-below": answer_below,
    "z-right": lambda notebook: None,
}
# What fails before a preprocessor costs this student alone.
UNREADABLE = {"y-not-json": b"{", "y-mark": b"\xef\xbb\xbf{}"}


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("autograde") / "course", REPAIR_CONFIG)
    for student, alter in STUDENTS.items():
        edit(hand_in(course, student) / "adding.ipynb", alter)
    for student, content in UNREADABLE.items():
        (hand_in(course, student) / "adding.ipynb").write_bytes(content)
    finished = run_nbgrader(course, "autograde", PS, check=False)
    course.joinpath("printed").write_text(finished.stdout)
    return course


@pytest.mark.parametrize("student", STUDENTS)
def test_the_points_are_those_of_nbjudge_grade(student, course):
    expected = ALL | ({"add-why": 0} if student.startswith("h-") else {})
    assert scores_of(course, student) == expected


def test_a_submission_that_cannot_be_read_is_left_out_and_named(course):
    printed = (course / "printed").read_text()
    for student in UNREADABLE:
        assert f"error processing assignment '{PS}' for student '{student}'" in printed
        assert not (course / "autograded" / student / PS).exists()


def test_repairs_are_logged(course):
    printed = (course / "printed").read_text()
    assert "b-copied-test adding.ipynb had copies of cells, which were left out" in printed
    assert "a-right adding.ipynb" not in printed


def test_nbjudge_grade_repairs_only_once(course):
    """The preprocessor is in the course's chain, and there is nothing left for it to do."""
    grade(course, "--force", expect=3)
    for student in STUDENTS:
        expected = ALL | ({"add-why": 0} if student.startswith("h-") else {})
        assert scores_of(course, student) == expected, student
