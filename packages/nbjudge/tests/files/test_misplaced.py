"""Work in submitted/ that no command grades is named, and nothing else is."""

import os
from pathlib import Path

import pytest
from nbgrader.coursedir import CourseDirectory

from nbjudge.errors import UsageError
from nbjudge.files import misplaced
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
    "ada/Ps_1/inside/x.ipynb": "ada/Ps_1/inside/",
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
    "ada/ProblemSet01/problem1.ipynb": "ada/ProblemSet01/",
    "ada/pset1/problem1.ipynb": "ada/pset1/",
    "class/ada/ps1-final/problem1.ipynb": "class/ada/ps1-final/",
    "ada/homework/problem1.ipynb": "ada/homework/",  # known by its notebook
    "ada/homework/Problem1 (2).ipynb": "ada/homework/",
    "class/ada/problem1.ipynb": "class/ada/",
    "ada/ps/problem1.ipynb": "ada/ps/",
    "ada/problemset/problem1.ipynb": "ada/problemset/",
    "ada/ps2/ps1/problem1.ipynb": "ada/ps2/ps1/",  # unpacked in the wrong folder
    "ada/ps2/PS1/x.ipynb": "ada/ps2/PS1/",
    "a/b/ada/ps1/problem1.ipynb": "a/b/ada/ps1/",
    "a/b/c/d/e/f/g/Problem 1.ipynb": "a/b/c/d/e/f/g/",
    "ps2/ada/ps1/x.ipynb": "ps2/ada/ps1/",
    "ada/PS1/x.ipynb": "ada/PS1/",  # a student has renamed the notebook
    "ada/ps2-final/problem1.ipynb": "ada/ps2-final/",  # maybe: its notebook has the name
}
NOT_NAMED = [
    "ada/ps1/problem1.ipynb",
    "ada/ps1/PS1/problem1.ipynb",
    "ada/ps2/problem1.ipynb",
    "ada/PS2/problem1.ipynb",
    "ada/ps2/homework/problem1.ipynb",
    "ada/ps-1/problem1.ipynb",  # an assignment of its own
    "ada/ps2 (1)/problem1.ipynb",
    "ada/ps2 - Copy/inside/problem1.ipynb",
    "ps2/ada/problem1.ipynb",
    "ps2/problem1.ipynb",
    "ps1/ps1/problem1.ipynb",  # a student with the id ps1
    "ada/ps1-2/problem1.ipynb",  # an assignment that is only in the gradebook
    "ada/PS1 2/problem1.ipynb",
    "ada/ps12/problem1.ipynb",
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


def test_a_folder_beside_the_submission_is_named(coursedir):
    """Nobody can tell which of the two is the newer one."""
    put(coursedir, "ada/ps1/problem1.ipynb")
    put(coursedir, "ada/backup/problem1.ipynb")
    assert "not graded: submitted/ada/backup/. Move" in sentence(coursedir)


def test_a_name_from_a_mac(tmp_path):
    """It has the dots of an umlaut as a character of their own."""
    course = CourseDirectory(root=str(tmp_path))
    put(course, "ada/U\u0308bung/x.ipynb")
    assert "submitted/ada/U\u0308bung/. Move" in misplaced_sentence(course, "übung", [], [])


@pytest.mark.parametrize("folder", ["ada/homework", "ada/ps2"])
def test_a_search_ends(coursedir, folder, monkeypatch):
    """What a student has unpacked there may have any number of folders."""
    monkeypatch.setattr(misplaced, "MOST_FOLDERS", 20)
    for number in range(30):
        put(coursedir, f"{folder}/{number}/notes.txt")
    put(coursedir, "bea/PS1/problem1.ipynb")
    paths = {"ada/homework": "submitted/ada/, submitted/bea/PS1/", "ada/ps2": "submitted/bea/PS1/"}
    assert f"not graded: {paths[folder]}. Move" in sentence(coursedir)


def test_a_tree_with_many_levels_is_searched(coursedir):
    put(coursedir, f"ada/{'a/' * 400}problem1.ipynb")
    assert f"submitted/ada/{'a/' * 400}. Move" in sentence(coursedir)


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
