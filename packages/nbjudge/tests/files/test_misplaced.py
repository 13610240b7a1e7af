"""Work in submitted/ that no command grades is named, and nothing else is."""

import os
from pathlib import Path

import pytest
from nbgrader.coursedir import CourseDirectory

from nbjudge.errors import UsageError
from nbjudge.files.misplaced import misplaced_sentence
from nbjudge_testing.grading_course import PS, grade_here, hand_in, make_course

NAMED = {
    "ada/problem1.ipynb": "ada/problem1.ipynb",  # the assignment's folder was forgotten
    "fay.ipynb": "fay.ipynb",
    "eve.zip": "eve.zip",
    "ada/work.tar.gz": "ada/work.tar.gz",
    "ada/problem1.ipynb.txt": "ada/problem1.ipynb.txt",
    "ps1/ada/problem1.ipynb": "ps1/ada/",  # the folders are swapped
    "ada/PS1/problem1.ipynb": "ada/PS1/",
    "ada/ps 1/problem1.ipynb": "ada/ps 1/",
    "ada/Ps_1/inside/problem1.ipynb": "ada/Ps_1/",
    "ada/ps1 (1)/problem1.ipynb": "ada/ps1 (1)/",  # a second download of one name
    "ada/ps1 - Copy/problem1.ipynb": "ada/ps1 - Copy/",
    "ada/PS1 copy 2/problem1.ipynb": "ada/PS1 copy 2/",
    "class/ada/ps1/problem1.ipynb": "class/ada/ps1/",  # one folder too deep
    "PS1/ada/problem1.ipynb": "PS1/ada/",
    "ada/ps1-final/problem1.ipynb": "ada/ps1-final/",
    "ada/ps1_late/work.zip": "ada/ps1_late/",
    "ada/Lovelace ps1 v2/problem1.ipynb": "ada/Lovelace ps1 v2/",
    "ada/ps01/problem1.ipynb": "ada/ps01/",
    "ada/PS1 (1)/problem1.ipynb": "ada/PS1 (1)/",
    "ada/Problem Set 1/problem1.ipynb": "ada/Problem Set 1/",
    "ada/ProblemSet01/x.ipynb": "ada/ProblemSet01/",
    "ada/pset1/problem1.ipynb": "ada/pset1/",
    "class/ada/ps1-final/problem1.ipynb": "class/ada/ps1-final/",
    "ada/homework/problem1.ipynb": "ada/homework/",  # known by its notebook
    "ada/homework/Problem1 (2).ipynb": "ada/homework/",
    "class/ada/problem1.ipynb": "class/ada/",
}
NOT_NAMED = [
    "ada/ps1/problem1.ipynb",
    "ada/ps1/PS1/problem1.ipynb",
    "ada/ps2/problem1.ipynb",
    "ada/PS2/problem1.ipynb",
    "ada/ps2/ps1/problem1.ipynb",
    "ada/ps-1/problem1.ipynb",  # an assignment of its own
    "ada/ps12/problem1.ipynb",
    "ada/ps2 (1)/problem1.ipynb",
    "ps1/ps1/problem1.ipynb",  # a student with the id ps1
    "ada/ps2-final/problem1.ipynb",
    "ada/Problem Set 2/problem1.ipynb",
    "ada/ps02/problem1.ipynb",
    "ada/Problem Set 12/problem1.ipynb",
    "ada/ps1-2/problem1.ipynb",  # an assignment that is only in the gradebook
    "ada/ps1-2-late/problem1.ipynb",
    "class/ada/ps2/problem1.ipynb",
    "ada/homework/other.ipynb",
    "ada/ps1-data/numbers.csv",
    "README.md",
    "ada/notes.txt",
    "ada/PS1/notes.txt",
    ".ipynb_checkpoints/problem1.ipynb",
    "__MACOSX/ada/ps1/problem1.ipynb",
]


@pytest.fixture
def coursedir(tmp_path):
    for name in ("ps1", "ps2", "ps-1"):
        (tmp_path / "source" / name).mkdir(parents=True)
    return CourseDirectory(root=str(tmp_path))


def sentence(coursedir):
    return misplaced_sentence(coursedir, "ps1", ["ps1", "ps1-2"], ["problem1"])


def put(coursedir, path):
    file = Path(coursedir.root, "submitted", path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("{}")


@pytest.mark.parametrize(("path", "named"), NAMED.items())
def test_misplaced_work_is_named(coursedir, path, named):
    put(coursedir, path)
    assert sentence(coursedir) == (
        "This work is in no folder submitted/STUDENT/ps1, so it is not graded: "
        f"submitted/{named}. Move what belongs to ps1 there"
    )


@pytest.mark.parametrize("path", NOT_NAMED)
def test_other_files_are_not(coursedir, path):
    put(coursedir, path)
    assert sentence(coursedir) is None


def test_a_folder_beside_the_submission_is_not_known_by_its_notebook(coursedir):
    put(coursedir, "ada/ps1/problem1.ipynb")
    put(coursedir, "ada/backup/problem1.ipynb")
    assert sentence(coursedir) is None
    put(coursedir, "ada/ps1-final/problem1.ipynb")
    assert "submitted/ada/ps1-final/. Move" in sentence(coursedir)


@pytest.mark.parametrize(
    ("folder", "assignments"),
    [
        ("hw1", ["homework_1"]),  # the student's name is the short one
        ("lab final", ["lab", "final"]),  # as much the one as the other
        ("Übung 3", ["ü3"]),
    ],
)
def test_names_of_other_courses(tmp_path, folder, assignments):
    course = CourseDirectory(root=str(tmp_path))
    put(course, f"ada/{folder}/x.ipynb")
    for assignment in assignments:
        said = misplaced_sentence(course, assignment, assignments, [])
        assert f"submitted/ada/{folder}/. Move" in said


def test_no_link_is_followed(coursedir, tmp_path):
    put(coursedir, "ada/ps1/problem1.ipynb")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "x.ipynb").write_text("{}")
    os.symlink(tmp_path / "elsewhere", tmp_path / "submitted" / "bea")
    assert sentence(coursedir) is None


def test_other_structures_of_folders_are_left_alone(coursedir):
    put(coursedir, "fay.ipynb")
    coursedir.directory_structure = "{nbgrader_step}/{assignment_id}/{student_id}"
    assert sentence(coursedir) is None


def test_a_run_says_so(tmp_path, capsys):
    course = make_course(tmp_path / "course")
    folder = hand_in(course, "ada")
    (folder.parent / "PS").mkdir()
    folder.joinpath("adding.ipynb").rename(folder.parent / "PS" / "adding.ipynb")
    assert grade_here(course).graded == 1
    assert (
        "so it is not graded: submitted/ada/PS/. Move what belongs to ps there"
        in capsys.readouterr().err
    )
    folder.rename(course / "submitted" / PS)
    with pytest.raises(UsageError, match=r"no folder matches .*: submitted/ada/PS/"):
        grade_here(course)
