"""Changes to an assignment after submissions: the advice works, and none goes in a circle."""

import shutil

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell
from nbgrader.api import Gradebook

from nbjudge_testing import courses
from nbjudge_testing.commands import run_nbgrader
from nbjudge_testing.grading_course import (
    PS,
    database,
    edit,
    grade_here,
    hand_in,
    make_course,
)

GENERATE = ("generate_assignment", PS, "--force")
TASK = ("add", "test-add-small", "test-add-large")


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A course in which two students have handed in and are graded."""
    course = make_course(tmp_path_factory.mktemp("changes") / "course")
    hand_in(course, "ada")
    hand_in(course, "bea", {})
    grade_here(course)
    return course


@pytest.fixture
def course(graded, tmp_path):
    return shutil.copytree(graded, tmp_path / "course")


def change(course, alter, notebook="adding"):
    edit(course / "source" / PS / f"{notebook}.ipynb", alter)


def named(notebook, *names):
    return [
        cell
        for cell in notebook["cells"]
        if cell["metadata"].get("nbgrader", {}).get("grade_id") in names
    ]


def said(course, capsys):
    """What a run prints about the gradebook, or ""."""
    capsys.readouterr()
    grade_here(course)
    lines = capsys.readouterr().err.splitlines()
    (line, *_) = [line for line in lines if "and the gradebook have" in line] or [""]
    return line.partition("WARNING] ")[2]


def set_points(notebook, *names, points):
    for cell in named(notebook, *names):
        if "points" in cell["metadata"]["nbgrader"]:
            cell["metadata"]["nbgrader"]["points"] = points


def points(course, student):
    """The student's points, and the most that there are."""
    with Gradebook(database(course), "small") as gradebook:
        most = gradebook.find_assignment(PS).max_score
        return gradebook.find_submission(PS, student).score, most


def test_a_dropped_task_is_put_back_with_0_points(course, capsys):
    def drop(notebook):
        notebook["cells"] = [c for c in notebook["cells"] if c not in named(notebook, *TASK)]

    kept = course / "kept.ipynb"
    shutil.copy(course / "source" / PS / "adding.ipynb", kept)
    assert points(course, "ada") == (10, 18)
    change(course, drop)
    assert run_nbgrader(course, *GENERATE, check=False).returncode  # nbgrader's own refusal
    sentence = said(course, capsys)
    assert sentence == (
        f"{course}/source/{PS} and the gradebook have different cells, and nbgrader can neither "
        "add nor remove any now, because there are submissions. Put back adding/add, "
        "adding/test-add-small, adding/test-add-large, in a dropped task with 0 points. Then run: "
        f"nbgrader generate_assignment {PS} --force"
    )
    shutil.copy(kept, course / "source" / PS / "adding.ipynb")
    change(course, lambda notebook: set_points(notebook, *TASK, points=0))
    run_nbgrader(course, *GENERATE)
    assert said(course, capsys) == ""
    assert points(course, "ada") == (5, 13)


def test_an_added_task_is_moved_away(course, capsys):
    test = courses.cell("test-more", "assert True", points=1, grade=True, locked=True)
    change(course, lambda notebook: notebook["cells"].append(dict(test, id="more")))
    assert run_nbgrader(course, *GENERATE, check=False).returncode
    sentence = said(course, capsys)
    assert "Move adding/test-more to a new assignment. Then run: nbgrader generate_as" in sentence
    assert "Put back" not in sentence
    change(course, lambda notebook: notebook["cells"].pop())
    run_nbgrader(course, *GENERATE)
    assert said(course, capsys) == ""


def test_a_scratch_notebook_that_came_later_is_moved_away(course, capsys):
    nbformat.write(courses.notebook([new_markdown_cell("x")]), course / "source" / PS / "U.ipynb")
    assert run_nbgrader(course, *GENERATE, check=False).returncode
    assert "Move U.ipynb to a new assignment" in said(course, capsys)
    (course / "source" / PS / "U.ipynb").unlink()
    run_nbgrader(course, *GENERATE)
    assert said(course, capsys) == ""


@pytest.mark.parametrize("new_name", [None, "adding-2"])
def test_a_notebook_that_was_removed_or_renamed_is_put_back(course, capsys, new_name):
    path = course / "source" / PS / "adding.ipynb"
    target = course / (f"source/{PS}/{new_name}.ipynb" if new_name else "away.ipynb")
    path.rename(target)
    assert run_nbgrader(course, *GENERATE, check=False).returncode
    sentence = said(course, capsys)
    assert "Put back adding.ipynb, in a dropped task with 0 points" in sentence
    assert (f"Move {new_name}.ipynb to a new" in sentence) is bool(new_name)
    target.rename(path)
    run_nbgrader(course, *GENERATE)
    assert said(course, capsys) == ""


def test_a_locked_cell_that_was_removed_is_put_back(course, capsys):
    change(course, lambda notebook: notebook["cells"].remove(*named(notebook, "given")))
    assert run_nbgrader(course, *GENERATE, check=False).returncode
    assert "Put back adding/given" in said(course, capsys)


def test_a_cell_of_another_kind_is_put_back(course, capsys):
    def ungrade(notebook):
        (cell,) = named(notebook, "test-add-small")
        cell["metadata"]["nbgrader"].update(grade=False)

    change(course, ungrade)
    assert run_nbgrader(course, *GENERATE, check=False).returncode
    assert "Put back adding/test-add-small" in said(course, capsys)


CHANGES = {
    "the text of a test": (
        lambda nb: named(nb, "test-add-small")[0].update(source="assert add(1, 1) == 2"),
        "test cells or points: adding/test-add-small. Grading follows the gradebook until",
    ),
    "points": (
        lambda nb: set_points(nb, "test-add-large", points=1),
        "test cells or points: adding/test-add-large. Grading follows the gradebook until",
    ),
    "points of a written answer": (
        lambda nb: set_points(nb, "add-why", points=5),
        "test cells or points: adding/add-why. Grading follows the gradebook until",
    ),
    "a locked cell": (lambda nb: named(nb, "given")[0].update(source="LARGE = 10**21"), ""),
    "a text": (lambda nb: nb["cells"][0].update(source="Write a function."), ""),
    "a plain cell": (lambda nb: nb["cells"].pop(3), ""),
}


@pytest.mark.parametrize("kind", CHANGES)
def test_other_changes_are_taken_over(course, capsys, kind):
    alter, sentence = CHANGES[kind]
    change(course, alter)
    assert sentence in said(course, capsys)
    run_nbgrader(course, *GENERATE)
    assert said(course, capsys) == ""


def test_before_the_first_submission_all_is_taken_over(tmp_path, capsys):
    course = make_course(tmp_path / "course")
    change(course, lambda notebook: notebook["cells"].remove(*named(notebook, "test-add-large")))
    hand_in(course, "ada")
    assert "different test cells or points: adding/test-add-large. Gr" in said(course, capsys)


def test_without_a_source_folder_nothing_is_said(course, capsys):
    shutil.rmtree(course / "source")
    assert said(course, capsys) == ""
