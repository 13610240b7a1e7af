"""Small mistakes that nbjudge pays for, and one kernel does not, are found."""

import pytest
from small_courses import COURSES, make_course

from nbjudge.adopt.check import check
from nbjudge.adopt.print_report import report_lines
from nbjudge.cli import load_course


@pytest.fixture
def report(tmp_path, monkeypatch):
    monkeypatch.chdir(make_course(tmp_path / "course", COURSES / "mistakes"))
    return check(*load_course("mistakes", []), workers=2, runs=1)


def test_a_mistake_that_is_paid_in_nbjudge_alone_is_named(report):
    """The answer sorts its argument. The judge's own list does not change."""
    print("\n".join(report_lines(report)))
    found = [f for f in report.findings if f.what.startswith("a wrong answer gets ")]
    assert {f.cell for f in found} == {"argument_by_value"}
    assert {f.what for f in found} == {
        "a wrong answer gets 1 of 1 in nbjudge and 0 in stock nbgrader"
    }
    assert {f.why for f in found} == {"`found = list(items)` as `found = items` in order"}
    assert all(f.note for f in found)
