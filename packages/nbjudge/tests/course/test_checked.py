"""An assignment that was never checked, or has changed since, is said once a day.

That nbgrader and nbjudge print the sentence is in `tests/adopt`, in test_check.py and test_init.py.
"""

import json
import os

import pytest
from nbgrader.coursedir import CourseDirectory

from nbjudge.course.daily_notices import (
    SAID,
    digests_of,
    new_today,
    not_checked,
    note_checked,
    note_checked_elsewhere,
)
from nbjudge_testing.small_courses import COURSES, make_course

SENTENCE = (
    "example has not been checked since its last change ({}), so correct answers may lose points. "
    "Run nbjudge check example."
)
NEVER, CHANGED = SENTENCE.format("problem1, problem2"), SENTENCE.format("problem1")


@pytest.fixture
def course(tmp_path):
    return make_course(tmp_path / "course", COURSES / "example")


@pytest.fixture
def coursedir(course):
    return CourseDirectory(root=str(course), assignment_id="example")


def change(course, **metadata):
    """Change a test cell's source, or its metadata."""
    path = course / "source" / "example" / "problem1.ipynb"
    content = json.loads(path.read_text())
    cell = next(c for c in content["cells"] if c["metadata"].get("nbgrader", {}).get("grade"))
    cell["metadata"] |= metadata
    if not metadata:
        cell["source"] = "".join(cell["source"]) + "\n# changed"
    path.write_text(json.dumps(content))


def test_what_is_not_checked_is_said_once_a_day(course, coursedir):
    assert [not_checked(coursedir), not_checked(coursedir)] == [NEVER, None]
    note_checked(coursedir, digests_of(coursedir))
    assert not_checked(coursedir) is None
    change(course)
    assert [not_checked(coursedir), not_checked(coursedir)] == [CHANGED, None]
    note_checked(coursedir, digests_of(coursedir))
    change(course, tags=["nbjudge:in-process"])
    noted = json.loads((course / SAID).read_text())
    (course / SAID).write_text(json.dumps(noted | {"day": "yesterday"}))
    assert [not_checked(coursedir), not_checked(coursedir)] == [CHANGED, None]


def test_a_check_on_another_machine_counts_until_a_notebook_changes(course, coursedir):
    note_checked_elsewhere(course, "example")
    assert not_checked(coursedir) is None
    change(course)
    assert not_checked(coursedir) == CHANGED


def test_a_run_of_a_notebook_is_no_change(course, coursedir):
    note_checked(coursedir, digests_of(coursedir))
    change(course, execution={"iopub.status.busy": "now"})
    path = course / "source" / "example" / "problem1.ipynb"
    content = json.loads(path.read_text())
    content["cells"][1] |= {"execution_count": 7}
    path.write_text(json.dumps(content, indent=3))
    assert not_checked(coursedir) is None


def test_assignments_are_noted_apart_and_a_damaged_note_is_no_check(course, coursedir):
    note_checked(coursedir, digests_of(coursedir))
    other = CourseDirectory(root=str(course), assignment_id="other")
    assert not_checked(other) is None  # there is nothing to check
    (course / SAID).write_text('{"checked example": []}')
    assert not_checked(coursedir) == NEVER
    assert os.stat(course / SAID).st_mode & 0o777 == 0o600


def test_what_was_said_today_and_what_was_checked_are_noted_apart(coursedir):
    assert new_today(coursedir, ["one"]) == ["one"]
    note_checked(coursedir, digests_of(coursedir))
    assert new_today(coursedir, ["one", "two"]) == ["two"]
    assert not_checked(coursedir) is None


def test_what_cannot_be_noted_is_said_again(course, coursedir):
    (course / SAID).mkdir()
    assert [not_checked(coursedir), not_checked(coursedir)] == [NEVER, NEVER]
