"""The import of a helper file moves from a test cell to an instructor cell, which makes it work."""

import json

import pytest

from nbjudge.adopt.helper_imports import INSTRUCTOR_CELL, helper_imports, without_imports
from nbjudge.adopt.write_tags import write_tags
from nbjudge.cli import main
from nbjudge_testing.commands import run_nbjudge
from nbjudge_testing.small_courses import COURSES, make_course

IMPORT = "from printed import run"
KEY = ("problem", "imports_a_helper")


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course with a test cell that imports the file of `nbjudge init --printed`."""
    course = make_course(tmp_path / "course", COURSES / "printed")
    monkeypatch.chdir(course)
    assert main(["init", "--printed", "printed"]) == 0
    return course


@pytest.mark.parametrize(
    ("source", "statements", "rest"),
    [
        ("import math\nfrom helper import f\nf(1)", ["from helper import f"], "import math\nf(1)"),
        ("import helper, math\nassert 1", [], None),
        ("import helper; assert 1", [], None),
        ("from helper import (\n    f,\n    g,\n)\nf()", ["from helper import f, g"], "f()"),
        ("from package.part import f\nf()", ["from package.part import f"], "f()"),
        ("if True:\n    import helper", [], None),
        ("%%magic\nimport helper", [], None),
    ],
)  # fmt: skip
def test_imports_of_files_next_to_the_notebook(tmp_path, source, statements, rest):
    (tmp_path / "helper.py").write_text("")
    (tmp_path / "package").mkdir()
    assert list(helper_imports(source, tmp_path)) == statements
    if rest is not None:
        assert without_imports(source, statements) == rest


def test_they_are_in_one_new_instructor_cell_and_nothing_else_changes(course):
    path = course / "source" / "printed" / "problem.ipynb"
    before = json.loads(path.read_text())["cells"]
    for _ in range(2):
        write_tags(path, {}, imports={KEY: (IMPORT,)})
    first, *after = json.loads(path.read_text())["cells"]
    assert "".join(first["source"]) == IMPORT
    flags = first["metadata"]["nbgrader"]
    assert flags["grade_id"] == INSTRUCTOR_CELL and flags["locked"]
    assert not flags["grade"] and not flags["solution"]
    for cell in before:
        if cell["metadata"]["nbgrader"]["grade_id"] == KEY[1]:
            cell["source"] = "".join(cell["source"]).replace(f"{IMPORT}\n", "").splitlines(True)
    assert [{**c, "source": "".join(c["source"])} for c in after] == [
        {**c, "source": "".join(c["source"])} for c in before
    ]


def test_check_tries_the_move_and_writes_it(course):
    finished = run_nbjudge(course, "check", "printed", "--write")
    shown = finished.stdout + finished.stderr
    assert (
        "problem, imports_a_helper: the solution gets 1 of 1 in plain nbgrader and 0 in nbjudge"
        in finished.stdout
    ), shown
    assert f"do:  move `{IMPORT}` to an instructor cell\n" in finished.stdout, shown
    assert "result = run(double, lines=['3'])" in finished.stdout, shown
    assert finished.returncode == 0, shown
    again = run_nbjudge(course, "check", "printed")
    assert (
        "problem: 1 of 2 test cells run separately, 1 as in plain nbgrader: patches" in again.stdout
    )
    assert "no problems found" in again.stdout, again.stdout + again.stderr
