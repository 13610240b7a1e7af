"""The cell of imports is the student's: what nothing uses there costs no points when it goes.

A perfect submission, without the imports that no cell of its own needs; and one in which helpers
have names of the tools. Oracle: the gradebook.
"""

import json
import re
import shutil

import pytest
from assignments import read_assignments
from commands import run_nbgrader
from nbgrader.api import Gradebook
from places import ROOT

from nbjudge.course.scores import read_scores

SIMPLE = read_assignments()["simple-grad"]
REGION = re.compile(
    r"^ *### BEGIN (HIDDEN TESTS|SOLUTION)\n|^ *### END (HIDDEN TESTS|SOLUTION)\n?", re.M
)
# What a student might define in a solution cell, {notebook: [function, helpers]}.
HELPERS = {
    "1-tape": ("grad", "def ask(): ...\n\n\ndef install(name): ..."),
    "4-aggregates": ("fused", "def squared_norm(): ..."),
    "5-compiler": ("compile_operator", "def run(steps, values): ..."),
}


def solved(notebook, change):
    """The text of a released notebook with the reference solutions; `change` changes its cells."""
    source = json.loads((ROOT / f"source/simple-grad/{notebook}.ipynb").read_text())
    solutions = {
        cell["id"]: REGION.sub("", "".join(cell["source"]))
        for cell in source["cells"]
        if cell["metadata"].get("nbgrader", {}).get("solution")
    }
    released = json.loads((ROOT / f"release/simple-grad/{notebook}.ipynb").read_text())
    for cell in released["cells"]:
        cell["source"] = solutions.get(cell["id"], "".join(cell["source"]))
        change(notebook, cell)
    return json.dumps(released)


def without_unused(notebook, cell):
    """Take the name that no cell of the student's uses out of the imports."""
    if cell["id"] == "imports":
        assert "squared_norm" in cell["source"] or notebook in ("1-tape", "2-operators")
        cell["source"] = re.sub(
            r"\n    install_all,|, install_all\b|\binstall_all, ", "", cell["source"]
        )
        assert "install_all" not in cell["source"]


def with_helpers(notebook, cell):
    """Define helpers with names of the tools, before an answer."""
    function, helpers = HELPERS.get(notebook, (None, None))
    if cell["id"] == function:
        cell["source"] = f"{helpers}\n\n\n{cell['source']}"


@pytest.fixture(scope="module")
def points(templates, tmp_path_factory):
    """The points of both submissions, by student and notebook."""
    course = tmp_path_factory.mktemp("tidied") / "course"
    shutil.copytree(templates("simple-grad"), course)
    for student, change in [("tidied", without_unused), ("helpers", with_helpers)]:
        folder = course / "submitted" / student / "simple-grad"
        folder.mkdir(parents=True)
        for notebook in SIMPLE.notebooks:
            (folder / f"{notebook}.ipynb").write_text(solved(notebook, change))
    run_nbgrader(course, "autograde", "simple-grad")
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        found = read_scores(gradebook, "simple-grad").submissions
    return {
        student: {name: found[student].task_score(name) for name in SIMPLE.notebooks}
        for student in ("tidied", "helpers")
    }


@pytest.mark.soak
@pytest.mark.parametrize("student", ["tidied", "helpers"])
def test_no_point_hangs_on_the_imports_of_the_student(student, points):
    assert points[student] == {task.name: task.points for task in SIMPLE.tasks}
