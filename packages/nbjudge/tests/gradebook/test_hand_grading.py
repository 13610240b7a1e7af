"""Two people at once: nobody overwrites points or a comment that the page has not shown."""

import os
import shutil
import sqlite3
import threading

import pytest
from nbgrader.api import Grade, Gradebook
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from nbjudge.gradebook.hand_grading import (
    NewerValueError,
    Points,
    copy_points,
    give_points,
    locked,
)
from nbjudge_testing.gradebooks import save_comment, save_points

NONE = Points(None, None)


@pytest.fixture
def gradebooks(tmp_path):
    """The gradebook of two browsers, each with a session of its own."""
    url = f"sqlite:///{tmp_path / 'gradebook.db'}"
    with Gradebook(url, "course") as one, Gradebook(url, "course") as other:
        one.add_assignment("ps")
        one.add_notebook("one", "ps")
        one.add_solution_cell("why", "one", "ps")
        one.add_grade_cell("why", "one", "ps", max_score=3, cell_type="markdown")
        for student in ("ann", "bea"):
            one.add_student(student)
            one.add_submission("ps", student)
        yield one, other


def grade_of(gradebook, student="ann"):
    return gradebook.find_grade("why", "one", "ps", student)


def comment_of(gradebook, student="ann"):
    return gradebook.find_comment("why", "one", "ps", student)


def stored(tmp_path, column="manual_score", table="grade"):
    with sqlite3.connect(tmp_path / "gradebook.db") as database:
        return [value for (value,) in database.execute(f"SELECT {column} FROM {table}")]


def test_points_that_were_not_shown_are_not_overwritten(gradebooks, tmp_path):
    one, other = gradebooks
    key = grade_of(one).id
    assert grade_of(other).manual_score is None  # both pages are open
    save_points(one.db, key, Points(2, None), shown=NONE)
    with pytest.raises(NewerValueError, match="somebody else gave 2 points meanwhile"):
        save_points(other.db, key, Points(3, None), shown=NONE)
    assert sorted(stored(tmp_path), key=str) == [2, None]
    assert grade_of(other).manual_score == 2 and not grade_of(other).needs_manual_grade
    save_points(other.db, key, Points(3, 0.5), shown=Points(2, None))
    with pytest.raises(NewerValueError, match=r"gave 3 points and 0\.5 of extra"):
        save_points(one.db, key, NONE, shown=Points(2, None))
    save_points(one.db, key, NONE, shown=Points(3, 0.5))
    assert grade_of(one).needs_manual_grade
    with pytest.raises(NewerValueError, match="somebody else removed the points meanwhile"):
        save_points(other.db, key, Points(1, None), shown=Points(3, 0.5))


def test_who_gives_the_same_points_is_not_refused(gradebooks):
    one, other = gradebooks
    key = grade_of(one).id
    save_points(one.db, key, Points(2, None), shown=NONE)
    save_points(other.db, key, Points(2, None), shown=NONE)


def test_a_comment_that_was_not_shown_is_not_overwritten(gradebooks, tmp_path):
    one, other = gradebooks
    key = comment_of(one).id
    assert comment_of(other).manual_comment is None
    save_comment(one.db, key, "Why?", shown=None)
    with pytest.raises(NewerValueError, match="changed this comment meanwhile"):
        save_comment(other.db, key, "Show a step.", shown="")
    assert "Why?" in stored(tmp_path, "manual_comment", "comment")
    save_comment(other.db, key, "Show a step.", shown="Why?")
    assert "Show a step." in stored(tmp_path, "manual_comment", "comment")


def test_points_for_equal_answers_reach_none_that_has_some(gradebooks):
    one, other = gradebooks
    keys = [grade_of(one, name).id for name in ("ann", "bea")]
    for name in ("ann", "bea"):
        grade_of(one, name).needs_manual_grade = True
    comment_of(one, "bea").manual_comment = "Read this."
    one.db.commit()
    assert grade_of(one).manual_score is None
    save_points(other.db, grade_of(other).id, Points(1, None), shown=NONE)
    with locked(one.db, Grade, keys) as grades:
        rows = [(grade, comment_of(one, grade.student.id)) for grade in grades]
        assert copy_points(Points(3, None), "Good.", rows) == 1
    assert [grade_of(other, name).manual_score for name in ("ann", "bea")] == [1, 3]
    assert comment_of(other).manual_comment is None
    assert comment_of(other, "bea").manual_comment == "Read this."


def test_an_answer_that_waits_again_keeps_its_points(gradebooks):
    one, _ = gradebooks
    grade = grade_of(one)
    grade.manual_score = 1
    grade.needs_manual_grade = True
    one.db.commit()
    assert copy_points(Points(3, None), None, [(grade, None)]) == 0
    assert (grade.manual_score, grade.needs_manual_grade) == (1, True)


@pytest.mark.parametrize("extra_credit", [1, 0])
def test_extra_credit_keeps_points_of_an_equal_answer_away(gradebooks, extra_credit):
    one, _ = gradebooks
    grade = grade_of(one)
    grade.extra_credit = extra_credit
    grade.needs_manual_grade = True
    one.db.commit()
    assert copy_points(Points(3, None), None, [(grade, None)]) == 0
    assert (grade.manual_score, grade.extra_credit) == (None, extra_credit)


def test_nobody_writes_between_the_look_and_the_change(gradebooks, tmp_path):
    one, _ = gradebooks
    key = grade_of(one).id
    one.db.rollback()
    tried = []

    def give_two(connection, cursor, statement, *_):
        if not statement.startswith("SELECT") or tried:
            return
        with sqlite3.connect(tmp_path / "gradebook.db", timeout=0) as database:
            try:
                database.execute("UPDATE grade SET manual_score = 2")
                tried.append("written")
            except sqlite3.OperationalError as error:
                tried.append(str(error))

    event.listen(one.engine, "after_cursor_execute", give_two)
    save_points(one.db, key, Points(3, None), shown=NONE)
    assert tried == ["database is locked"]
    assert 3 in stored(tmp_path)


def test_an_error_in_the_block_saves_nothing_and_releases_the_rows(gradebooks, tmp_path):
    one, other = gradebooks
    key = grade_of(one).id
    with pytest.raises(KeyError), locked(one.db, Grade, [key]) as [grade]:
        give_points(grade, Points(3, None), shown=NONE)
        raise KeyError
    save_points(other.db, key, Points(2, None), shown=NONE)
    assert sorted(stored(tmp_path), key=str) == [2, None]


def test_points_that_cannot_be_saved_leave_the_session_as_it_was(gradebooks, tmp_path):
    """Formgrader has one session for all its pages."""
    one, _ = gradebooks
    key = grade_of(one).id
    backup = shutil.copy(tmp_path / "gradebook.db", tmp_path / "backup.db")
    os.replace(backup, tmp_path / "gradebook.db")  # SQLite writes no more into the replaced file
    with pytest.raises(OperationalError):
        save_points(one.db, key, Points(3, None), shown=NONE)
    assert grade_of(one).manual_score is None


def test_of_many_at_once_one_is_saved(gradebooks, tmp_path):
    one, _ = gradebooks
    key = grade_of(one).id
    one.db.rollback()
    number = 8
    start = threading.Barrier(number)
    saved, refused = [], []

    def save(points):
        with Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}", "course") as gradebook:
            assert grade_of(gradebook).manual_score is None
            start.wait(60)
            try:
                save_points(gradebook.db, key, Points(points, None), shown=NONE)
                saved.append(points)
            except NewerValueError:
                refused.append(points)

    threads = [threading.Thread(target=save, args=(points,)) for points in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(saved) == 1 and len(refused) == number - 1
    assert saved[0] in stored(tmp_path)
