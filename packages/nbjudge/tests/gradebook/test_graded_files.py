"""The table that says which files each result in the gradebook is for."""

import datetime
import sqlite3

import pytest
from nbgrader.api import Gradebook, SubmittedNotebook

from nbjudge.gradebook.graded_files import (
    TABLE,
    delete_unused,
    read_graded_files,
    write_graded_files,
)
from nbjudge.gradebook.scores import read_scores, read_student_grades


@pytest.fixture
def gradebook(tmp_path):
    with Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}", "course") as gradebook:
        for assignment in ("ps", "lab"):
            gradebook.add_assignment(assignment)
            gradebook.add_notebook("one", assignment)
            gradebook.add_grade_cell("test", "one", assignment, max_score=3, cell_type="code")
        for student in ("ann", "bea"):
            gradebook.add_student(student)
            gradebook.add_submission("ps", student)
        gradebook.add_submission("lab", "ann")
        yield gradebook


def key(gradebook, assignment, student):
    return gradebook.find_submission_notebook("one", assignment, student).id


def of_assignment(gradebook, assignment):
    return [SubmittedNotebook.notebook_id == gradebook.find_notebook("one", assignment).id]


def rows(tmp_path):
    with sqlite3.connect(tmp_path / "gradebook.db") as database:
        return database.execute(f"SELECT * FROM {TABLE.name}").fetchall()


def test_a_gradebook_of_nbgrader_alone_has_no_such_table(gradebook, tmp_path):
    assert read_graded_files(gradebook.db, of_assignment(gradebook, "ps")) == {}
    delete_unused(gradebook.db)
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        rows(tmp_path)


def test_the_last_files_count_and_each_assignment_has_its_own(gradebook, tmp_path):
    ann = key(gradebook, "ps", "ann")
    write_graded_files(gradebook.db, ann, "first")
    write_graded_files(gradebook.db, ann, "second")
    write_graded_files(gradebook.db, key(gradebook, "lab", "ann"), "another")
    gradebook.db.commit()
    assert read_graded_files(gradebook.db, of_assignment(gradebook, "ps")) == {ann: "second"}
    write_graded_files(gradebook.db, ann, None)
    assert read_graded_files(gradebook.db, of_assignment(gradebook, "ps")) == {}


def test_a_result_without_scores_is_a_submission(gradebook):
    """As of a notebook that could not be read; bea has only been given an extension."""
    write_graded_files(gradebook.db, key(gradebook, "ps", "ann"), "files")
    gradebook.find_assignment("ps").duedate = datetime.datetime(2026, 3, 3)
    for student in ("ann", "bea"):
        gradebook.grant_extension("ps", student, days=1)
    submissions = read_scores(gradebook, "ps").submissions
    assert {name: one.notebooks["one"].submitted for name, one in submissions.items()} == {
        "ann": "files"
    }
    alone = read_student_grades(gradebook.engine, "ps", "ann")
    assert alone.notebooks == submissions["ann"].notebooks
    assert read_student_grades(gradebook.engine, "ps", "bea") is None


def test_rows_of_a_deleted_submission_are_deleted(gradebook, tmp_path):
    for student in ("ann", "bea"):
        write_graded_files(gradebook.db, key(gradebook, "ps", student), student)
    gradebook.db.commit()
    gradebook.remove_student("ann")
    assert len(rows(tmp_path)) == 2
    delete_unused(gradebook.db)
    gradebook.db.commit()
    assert [submitted for _, submitted in rows(tmp_path)] == ["bea"]
