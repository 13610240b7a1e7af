"""How many submissions are under way at a time, and what the audit has of each."""

import json

import pytest

from nbjudge.grading import dispatch
from nbjudge.grading.pools import InlinePool
from nbjudge.grading.writer import ResultWriter
from nbjudge_testing.grading_course import audit_of, grade_here, hand_in, make_course


@pytest.mark.parametrize(("most", "together"), [(1, 1), (dispatch.MOST_BYTES, 3)])
def test_large_submissions_wait_for_each_other(tmp_path, monkeypatch, most, together):
    course = make_course(tmp_path / "course")
    for student in ("ann", "bob", "cem"):
        hand_in(course, student)
    events = []

    def noted(kind, name):
        real = getattr(kind, name)

        def call(self, *arguments, **keywords):
            events.append(name)
            return real(self, *arguments, **keywords)

        monkeypatch.setattr(kind, name, call)

    noted(InlinePool, "submit")
    noted(ResultWriter, "store")
    monkeypatch.setattr(InlinePool, "capacity", lambda self: 5)
    monkeypatch.setattr(dispatch, "MOST_BYTES", most)
    assert grade_here(course).graded == 3
    assert events.index("store") == together and sorted(events) == ["store"] * 3 + ["submit"] * 3


def test_the_audit_does_not_grow_with_a_students_files(tmp_path):
    course = make_course(tmp_path / "course")
    names = [f"{'long' * 20}{number}__txt" for number in range(300)]
    hand_in(course, "ann", **dict.fromkeys(names, "x"))
    grade_here(course)
    (line,) = audit_of(course)
    assert all(path.endswith(".ipynb") for path in line["handed_in"]) and line["handed_in"]
    assert line["other_files"]["number"] == 300
    assert len(json.dumps(line)) < 5_000
