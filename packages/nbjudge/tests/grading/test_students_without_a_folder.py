"""Students who have points and no submission any more: what a run advises loses nothing."""

import contextlib
import shutil

import pytest
from nbgrader.api import Gradebook

from nbjudge.commands.course import load_course
from nbjudge.course.delete_student import delete_student, find_kept
from nbjudge_testing import hand_graded_course
from nbjudge_testing.grading_course import PS, database, grade_here
from nbjudge_testing.hand_graded_course import NOTEBOOK, give, hand_in

GONE = "have points, but no submission any more: "


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A course in which ada and bea are graded, ada also by hand."""
    course = hand_graded_course.make_course(tmp_path_factory.mktemp("graded") / "course")
    for student in ("ada", "bea"):
        hand_in(course, student, essay=["Two pages."])
    assert grade_here(course).graded == 2
    give(course, "ada", why=2.5, essay=1)
    return course


@pytest.fixture
def course(graded, tmp_path):
    return shutil.copytree(graded, tmp_path / "course")


def points(course, student):
    """The points of each cell, and whether a person must look at it."""
    with Gradebook(database(course), "small") as gradebook:
        grades = gradebook.find_submission_notebook(NOTEBOOK, PS, student).grades
        return {
            grade.name: (grade.auto_score, grade.manual_score, grade.needs_manual_grade)
            for grade in grades
        }


def rename(course, old, new, *steps):
    for step in steps:
        (course / step / old).rename(course / step / new)


@pytest.mark.parametrize("steps", [["submitted"], ["submitted", "autograded"]])
def test_a_folder_that_was_renamed_is_renamed_back(course, capsys, steps):
    before = points(course, "ada")
    assert before["why"] == (None, 2.5, False)
    rename(course, "ada", "lovelace", *steps)
    assert grade_here(course).graded == 1
    said = capsys.readouterr().err
    assert f"{GONE}ada. Their points stay, also in exports" in said
    assert "rename them back to submitted/ada and autograded/ada, and run this again" in said
    assert "delete-student" not in said
    rename(course, "lovelace", "ada", *steps)
    grade_here(course)
    assert points(course, "ada") == before
    assert f"{GONE}lovelace." in capsys.readouterr().err
    # The other id has automatic points only. Its deletion leaves the student's alone.
    with contextlib.chdir(course):
        coursedir, _ = load_course(PS, [f"--Exchange.root={course}/exchange"])
    delete_student(coursedir, "lovelace", find_kept(coursedir, "lovelace"))
    assert points(course, "ada") == before
    grade_here(course)
    assert GONE not in capsys.readouterr().err
    assert points(course, "ada") == before


def test_a_student_who_has_left_is_left_out(course, capsys):
    before = points(course, "ada")
    shutil.rmtree(course / "submitted" / "ada")
    shutil.rmtree(course / "submitted" / "bea")
    hand_in(course, "cy")
    grade_here(course)
    option = "c.CourseDirectory.student_id_exclude = 'ada,bea'"
    assert f"leave them out of grading: {option}" in capsys.readouterr().err
    with open(course / "nbgrader_config.py", "a") as config:
        config.write(f"\n{option}\n")
    grade_here(course)
    assert GONE not in capsys.readouterr().err
    assert points(course, "ada") == before
    assert (course / "autograded" / "ada" / PS / f"{NOTEBOOK}.ipynb").is_file()


def test_who_was_left_out_before_stays_so(course, capsys):
    shutil.rmtree(course / "submitted" / "ada")
    hand_in(course, "cy")
    grade_here(course, "--CourseDirectory.student_id_exclude=bea")
    assert "student_id_exclude = 'bea,ada'" in capsys.readouterr().err


def test_of_two_ids_of_a_person_both_keep_their_points(course, capsys):
    before = points(course, "ada")
    rename(course, "ada", "ada-2", "submitted")
    grade_here(course)
    give(course, "ada-2", why=2.5, essay=1)
    capsys.readouterr()
    assert grade_here(course, "--CourseDirectory.student_id_exclude=ada").graded == 0
    assert GONE not in capsys.readouterr().err
    assert points(course, "ada-2") == before == points(course, "ada")


def test_a_run_for_others_says_nothing_of_them(course, capsys):
    shutil.rmtree(course / "submitted" / "ada")
    grade_here(course, students=["bea"])
    grade_here(course, "--CourseDirectory.student_id_exclude=ada")
    assert GONE not in capsys.readouterr().err
