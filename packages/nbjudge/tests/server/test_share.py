"""A share of the manual grading: part k of n, by a digest of the student's id."""

import pytest

from nbjudge.server.share import Share, share_progress

STUDENTS = [f"s{number}" for number in range(400)]


def test_each_student_is_in_one_share_and_the_shares_are_about_equal():
    shares = [Share(part, 4) for part in (1, 2, 3, 4)]
    sizes = [sum(share.has(student) for student in STUDENTS) for share in shares]
    assert sum(sizes) == len(STUDENTS) and min(sizes) > 70
    assert all(sum(share.has(student) for share in shares) == 1 for student in STUDENTS)


def test_a_share_stays_in_another_process_and_another_year():
    assert [student for student in STUDENTS[:12] if Share(2, 4).has(student)] == ["s8"]


def test_the_progress_of_a_share():
    share = Share(1, 3)
    mine = [student for student in STUDENTS if share.has(student)]
    others = [student for student in STUDENTS if not share.has(student)]
    waiting = [*mine[:5], *others]
    assert share_progress(share, STUDENTS, waiting) == (len(mine) - 5, len(mine))
    assert share_progress(Share.from_text(""), STUDENTS, waiting)[1] == len(STUDENTS)


@pytest.mark.parametrize(
    "text", ["2", "0/4", "5/4", "1/100", "-1/4", "1/4/4", "a/b", "1/0", " 1/2", "1/٣x"]
)
def test_a_text_that_is_no_share(text):
    with pytest.raises(ValueError, match="is not a share"):
        Share.from_text(text)
    assert Share.from_text("2/4") == (2, 4)
