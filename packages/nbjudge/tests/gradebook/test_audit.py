"""Who gave which point, and when: lines that are appended."""

import json

import pytest
from nbgrader.api import Gradebook

from nbjudge.gradebook import audit
from nbjudge_testing.gradebooks import add_students, make_sample_gradebook, submit, url


@pytest.fixture
def gradebook(tmp_path):
    make_sample_gradebook(tmp_path / "gradebook.db")
    with Gradebook(url(tmp_path / "gradebook.db")) as gradebook:
        add_students(gradebook, "ada")
        submit(gradebook, "ada", lists_writeup=None)
        yield gradebook


def lines(folder):
    return [json.loads(line) for line in (folder / audit.AUDIT).read_text().splitlines()]


def test_points_by_hand(gradebook, tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTERHUB_USER", "grace")
    for _ in range(2):  # a configuration is read more than once
        audit.log_manual_grading(tmp_path)
    grade = gradebook.find_grade("lists_writeup", "1-lists", "homework", "ada")
    for manual, extra in ((3, None), (3, None), (2.5, 1)):
        grade.manual_score, grade.extra_credit = manual, extra
        grade.needs_manual_grade = False
        gradebook.db.commit()
    grade.auto_score = 1
    gradebook.db.commit()
    found = lines(tmp_path)
    place = {
        "event": "by-hand",
        "by": "grace",
        "assignment": "homework",
        "student": "ada",
        "notebook": "1-lists",
        "cell": "lists_writeup",
    }
    assert [{k: v for k, v in line.items() if k != "time"} for line in found] == [
        place | {"manual_score": [None, 3.0]},
        place | {"manual_score": [3.0, 2.5], "extra_credit": [None, 1.0]},
    ]


def test_two_courses_in_one_process_and_a_folder_that_is_gone(gradebook, tmp_path):
    """As in a test or a server that has read the configurations of several courses."""
    for name in ("other", "gone"):
        (tmp_path / name).mkdir()
        audit.log_manual_grading(tmp_path / name)
    audit.log_manual_grading(tmp_path)
    (tmp_path / "gone").rmdir()
    grade = gradebook.find_grade("lists_writeup", "1-lists", "homework", "ada")
    grade.manual_score = 1
    gradebook.db.commit()
    assert [line["manual_score"] for line in lines(tmp_path)] == [[None, 1.0]]
    assert not (tmp_path / "other" / audit.AUDIT).exists()
    with Gradebook(url(make_sample_gradebook(tmp_path / "other" / "book.db"))) as other:
        add_students(other, "ada")
        submit(other, "ada", lists_writeup=None)
        other.find_grade("lists_writeup", "1-lists", "homework", "ada").manual_score = 2
        other.db.commit()
    assert [line["manual_score"] for line in lines(tmp_path / "other")][-1] == [None, 2.0]


def test_a_gradebook_outside_of_all_courses_is_noted(tmp_path):
    course = tmp_path / "course"
    course.mkdir()
    audit.log_manual_grading(course)
    with Gradebook(url(make_sample_gradebook(tmp_path / "book.db"))) as gradebook:
        add_students(gradebook, "ada")
        submit(gradebook, "ada", lists_writeup=3)
    assert 3 in [line["manual_score"][1] for line in lines(course)]


def test_lines_are_appended(tmp_path):
    for number in range(3):
        audit.append_line(tmp_path, {"number": number, "text": "a\nb\u2028"})
    assert [line["number"] for line in lines(tmp_path)] == [0, 1, 2]
    # Others may not read it; co-instructors of a shared course append to it.
    assert not (tmp_path / audit.AUDIT).stat().st_mode & 0o007


def test_a_file_that_cannot_be_written(tmp_path):
    (tmp_path / audit.AUDIT).mkdir()
    with pytest.raises(OSError):
        audit.append_line(tmp_path, {})
