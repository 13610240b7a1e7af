"""Grades as all readers have them, scores after a late penalty, and whose points a run changed."""

import datetime

import pytest
from nbgrader.api import Gradebook

from nbjudge.files.text import FEW
from nbjudge.gradebook.scores import (
    CellComment,
    changes_line,
    read_grades,
    read_manual_grades,
    read_scores,
    read_student_grades,
    rest,
)
from nbjudge_testing.gradebooks import add_students, make_sample_gradebook, submit, url


@pytest.fixture
def gradebook(tmp_path):
    """An open gradebook with two submissions; amy's is graded by hand and late."""
    with Gradebook(url(make_sample_gradebook(tmp_path / "gradebook.db"))) as gradebook:
        add_students(gradebook, "amy", "ben")
        submit(gradebook, "amy", penalty=1.5, lists_writeup=2.5, sorting_writeup=None)
        submit(gradebook, "ben", lists_writeup=None, sorting_writeup=None, test_trace=1)
        gradebook.find_assignment("homework").duedate = datetime.datetime(2026, 3, 3)
        amy = gradebook.find_submission("homework", "amy")
        amy.timestamp = datetime.datetime(2026, 3, 5)
        amy.extension = datetime.timedelta(days=1)
        comment = gradebook.find_comment("lists_writeup", "1-lists", "homework", "amy")
        comment.auto_comment = "No response."
        comment.manual_comment = "Good"
        gradebook.db.commit()
        yield gradebook


def test_a_student_alone_is_read_as_in_the_class(gradebook):
    submissions = read_scores(gradebook, "homework").submissions
    assert submissions.keys() == {"amy", "ben"}
    for student, submission in submissions.items():
        alone = read_student_grades(gradebook.engine, "homework", student)
        assert alone.grades == submission.grades
        assert (alone.score, alone.due) == (submission.score, submission.due)
        assert read_grades(str(gradebook.engine.url), "homework", student) == alone.notebooks
    assert submissions["amy"].score == 36 + 2.5 - 4 - 1.5
    assert submissions["amy"].points == 34.5


def test_manual_grades_are_read_without_the_others(gradebook):
    submissions = read_manual_grades(gradebook, "homework")
    assert submissions["amy"].manual == {("1-lists", "lists_writeup"): (2.5, None)}
    assert [cell.name for cell in submissions["amy"].grades] == ["lists_writeup"]
    assert submissions["amy"].timestamp == datetime.datetime(2026, 3, 5)
    assert submissions["amy"].due == datetime.datetime(2026, 3, 4)
    assert submissions["ben"].grades == {}
    assert submissions["ben"].due == datetime.datetime(2026, 3, 3)


def test_what_autograding_gave_has_nothing_of_a_person(gradebook):
    amy = read_student_grades(gradebook.engine, "homework", "amy")
    notebook = amy.notebooks["1-lists"].as_autograded()
    write_up = notebook.grades["lists_writeup"]
    assert (write_up.auto_score, write_up.manual_score) == (None, None)
    assert write_up.needs_manual_grade
    assert not notebook.grades["test-node"].needs_manual_grade
    assert notebook.comments == {"lists_writeup": CellComment("No response.")}
    assert amy.notebooks["1-lists"].comments["lists_writeup"].comment == "Good"
    assert notebook.late_penalty == 0.0


def test_a_sentence_names_the_first_and_counts_the_rest():
    assert changes_line({}) == ""
    assert changes_line({"bob": (3.0, 2.5), "ada": (0.0, 4.0)}) == (
        "Points changed: ada 0 -> 4, bob 3 -> 2.5"
    )
    many = {f"s{number:03}": (1.0, 2.0) for number in range(300)}
    line = changes_line(many)
    assert line.count("->") == FEW and f"and {300 - FEW} more" in line and len(line) < 200


def test_a_penalty_of_all_points_leaves_nothing():
    score = 0.1 + 0.2
    assert rest(score, 0.3) == rest(1.0, 2.0) == 0.0
    assert rest(2.5, 0.25) == 2.25
