"""Who submits a file of the course that no student was given gets nothing out of it."""

import os
import shutil
import zipfile

import pytest
from nbgrader.api import Gradebook

from nbjudge_testing.grading_course import PS, grade_here, hand_in, make_course, record_of

SECRET = "submission_secret.txt"


@pytest.fixture
def course(tmp_path):
    return make_course(tmp_path / "course")


def graded(course, student):
    """Grade one student; return the reasons, and the paths of the files that were stored."""
    grade_here(course, students=[student], force=True)
    folder = course / "autograded" / student / PS
    return record_of(course, student)["reasons"], {path.name for path in folder.iterdir()}


def score(course, student):
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}", "small") as gradebook:
        submission = gradebook.find_submission(PS, student)
        return submission.score, any(
            notebook.needs_manual_grade for notebook in submission.notebooks
        )


def test_a_source_notebook_beside_the_notebooks(course):
    folder = hand_in(course, "eve", submission_secret__txt="e" * 128)
    shutil.copy(course / "source" / PS / "adding.ipynb", folder / "notes.txt")
    reasons, files = graded(course, "eve")
    why = f"was not graded: notes.txt is source/{PS}/adding.ipynb. "
    why += "Students are never given such files"
    assert reasons == [f"{name}.ipynb {why}" for name in ("adding", "doubling")]
    assert "notes.txt" not in files and SECRET in files
    assert score(course, "eve") == (0, True)


def test_a_source_notebook_in_the_place_of_its_release(course):
    folder = hand_in(course, "eve")
    shutil.copy(course / "source" / PS / "adding.ipynb", folder)
    assert f"adding.ipynb is source/{PS}/adding.ipynb" in graded(course, "eve")[0][0]
    assert score(course, "eve") == (0, True)


def test_a_source_notebook_in_an_archive(course):
    folder = hand_in(course, "eve")
    (folder / "adding.ipynb").unlink()
    with zipfile.ZipFile(folder / "mine.zip", "w") as archive:
        archive.write(course / "source" / PS / "adding.ipynb", "mine/my adding.ipynb")
    reasons, files = graded(course, "eve")
    assert f"adding.ipynb is source/{PS}/adding.ipynb" in reasons[0] and "mine.zip" not in files
    assert score(course, "eve") == (0, True)


def test_a_copy_of_the_gradebook_that_was_taken_before(course):
    folder = hand_in(course, "eve")
    shutil.copy(course / "gradebook.db", folder / "data.txt")
    hand_in(course, "ann")
    graded(course, "ann")  # which changes the gradebook
    assert "data.txt is the gradebook" in graded(course, "eve")[0][0]


def test_the_secret_of_another(course):
    hand_in(course, "ann", submission_secret__txt="a" * 128)
    hand_in(course, "eve", submission_secret__txt="e" * 128, notes__txt="a" * 128 + "\n")
    reasons, files = graded(course, "eve")
    assert f"notes.txt is the {SECRET} of ann" in reasons[0] and files & {SECRET} == {SECRET}
    assert graded(course, "ann")[0] == []


@pytest.mark.parametrize("first", ["ann", "eve"])
def test_the_secret_of_another_as_ones_own_is_that_of_the_first(course, first):
    """On the page under that name, the other student would read what eve has written."""
    for student in ("ann", "eve"):
        day = 1 if student == first else 2
        time = f"2026-01-0{day} 10:00:00.000000 UTC"
        hand_in(course, student, submission_secret__txt="a" * 128, timestamp__txt=time)
    (second,) = {"ann", "eve"} - {first}
    reasons, files = graded(course, second)
    assert f"{SECRET} is the {SECRET} of {first}" in reasons[0] and SECRET not in files
    assert score(course, second) == (0, True)
    reasons, files = graded(course, first)
    assert reasons == [] and SECRET in files


def test_the_same_secret_at_no_time_is_nobodys(course):
    for student in ("ann", "eve"):
        hand_in(course, student, submission_secret__txt="a" * 128)
    for student in ("ann", "eve"):
        reasons, files = graded(course, student)
        assert "was not graded" in reasons[0] and SECRET not in files


def test_what_was_released_and_what_is_empty_is_anybodys(course):
    folder = hand_in(course, "ann", empty__txt="", submission_secret__txt="")
    for name in ("adding.ipynb", "numbers.txt"):
        shutil.copy(course / "release" / PS / name, folder / f"copy-of-{name}.txt")
    shutil.copytree(folder, course / "submitted" / "ben" / PS)  # who worked with her
    os.remove(course / "submitted" / "ben" / PS / SECRET)
    for student in ("ann", "ben"):
        assert graded(course, student)[0] == []
        assert score(course, student)[0] == 10
