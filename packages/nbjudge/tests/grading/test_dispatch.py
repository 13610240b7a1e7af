"""How many submissions are under way at a time."""

import pytest

from nbjudge.grading import dispatch
from nbjudge.grading.pools import InlinePool
from nbjudge.grading.writer import ResultWriter
from nbjudge_testing.grading_course import grade_here, hand_in, make_course


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
