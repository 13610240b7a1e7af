"""A newer release that some students do not have: it is said once, and nobody is blamed."""

import shutil

import pytest

from nbjudge.commands.grade_command import summary_lines
from nbjudge_testing import courses
from nbjudge_testing.commands import run_nbgrader
from nbjudge_testing.grading_course import (
    PS,
    edit,
    grade_here,
    hand_in,
    make_course,
    record_of,
    scores_of,
)

TASK = [
    courses.cell("cube", "### BEGIN SOLUTION\ncube = 27\n### END SOLUTION", solution=True),
    courses.cell("test-cube", "assert cube == 27", points=1, grade=True, locked=True),
]


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """A course in which ada, bea and cy have submitted the first release."""
    course = make_course(tmp_path_factory.mktemp("older") / "course")
    path = course / "source" / PS / "adding.ipynb"
    edit(path, lambda notebook: cell_of(notebook, "given").update(source="LARGE = 10**19"))
    run_nbgrader(course, "generate_assignment", PS, "--force")
    for student in ("ada", "bea", "cy"):
        hand_in(course, student)
    return course


@pytest.fixture
def course(template, tmp_path):
    return shutil.copytree(template, tmp_path / "course")


def cell_of(notebook, name):
    (cell,) = [
        cell
        for cell in notebook["cells"]
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == name
    ]
    return cell


def release(course, *, locked=True, task=True):
    """Generate a newer release, with a locked cell corrected and a task added."""

    def change(notebook):
        if locked:
            cell_of(notebook, "given")["source"] = "LARGE = 10**20"
        if task:
            notebook["cells"] += [dict(cell, id=cell.metadata.nbgrader.grade_id) for cell in TASK]

    edit(course / "source" / PS / "adding.ipynb", change)
    run_nbgrader(course, "generate_assignment", PS, "--force")


def said(summary):
    return [line for line in summary_lines(summary, [], on_a_cluster=False) if "release" in line]


def submitted(course, student):
    return course / "submitted" / student / PS / "adding.ipynb"


def test_an_older_release_is_said_once_for_the_class(course):
    release(course)
    hand_in(course, "dee")
    summary = grade_here(course)
    assert summary.attention == {}
    text = "from an older release; these cells are new or changed: given, cube, test-cube"
    assert said(summary) == [f"3 adding.ipynb are {text}"]
    for student in ("ada", "bea", "cy"):
        assert scores_of(course, student)["test-add-large"] == 3
        assert scores_of(course, student)["test-cube"] == 0
        notes = record_of(course, student)["notebooks"]["adding"]["notes"]
        assert notes == [f"adding.ipynb is {text}"]
    assert record_of(course, "dee")["notebooks"]["adding"]["notes"] == []


def test_one_student_with_an_older_release(course):
    release(course, task=False)
    shutil.rmtree(course / "submitted" / "bea")
    shutil.rmtree(course / "submitted" / "cy")
    assert said(grade_here(course)) == [
        "1 adding.ipynb is from an older release; these cells are new or changed: given"
    ]


def test_a_file_name_does_not_say_it_of_the_class(course):
    for student in ("bea", "cy"):
        shutil.rmtree(course / "submitted" / student)
    name = "adding.ipynb is from an older release; these cells are new or changed: given.ipynb"
    submitted(course, "ada").rename(submitted(course, "ada").with_name(name))
    summary = grade_here(course)
    assert record_of(course, "ada")["notebooks"]["adding"]["notes"] == [
        f"{name} is used as adding.ipynb"
    ]
    assert said(summary) == []


def test_who_edits_a_locked_cell_has_no_older_release(course):
    release(course)
    edit(submitted(course, "ada"), lambda nb: cell_of(nb, "given").update(source="LARGE = 3"))
    summary = grade_here(course)
    assert said(summary)[0].startswith("2 adding.ipynb are from an older release")
    (reason,) = summary.attention["ada"]
    assert "was missing answers: cube" in reason
    notes = record_of(course, "ada")["notebooks"]["adding"]["notes"]
    assert "adding.ipynb had changes in locked cells, now in new cells above them: given" in notes


def test_who_deletes_an_answer_from_an_older_release_needs_attention(course):
    release(course)
    edit(submitted(course, "ada"), lambda nb: nb["cells"].remove(cell_of(nb, "add")))
    (reason,) = grade_here(course).attention["ada"]
    assert reason.startswith("adding.ipynb was missing answers: add")


def test_a_new_task_alone_is_said_of_notebooks_that_all_lack_it(course):
    release(course, locked=False)
    assert said(grade_here(course)) == [
        "3 adding.ipynb lack the same cells: test-cube. If these are new, the notebooks are from "
        "an older release"
    ]


@pytest.mark.parametrize("value", [3, "", None, "no checksum", {"a": 1}])
def test_a_checksum_that_is_none_is_not_believed(course, value):
    release(course)

    def forge(notebook):
        cell_of(notebook, "given")["metadata"]["nbgrader"].update(checksum=value)

    edit(submitted(course, "ada"), forge)
    assert "was missing answers: cube" in grade_here(course, students=["ada"]).attention["ada"][0]
