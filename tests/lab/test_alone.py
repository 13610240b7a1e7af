"""A notebook that stands alone, as in Colab, brings its files along and earns the same points.

Oracle: the editions that tools/alone.py makes of release/, each run in a folder of its own by
simple_grad/run_cells.py; and the ordinary notebook with the same answers, graded beside it.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from alone import alone, needed
from corpus import load_cases, submission_of
from course import read_assignments
from lab_course import ASSIGNMENT, copy_course
from nbgrader.api import Gradebook
from places import ROOT
from shell import run_nbgrader, run_nbjudge

ASSIGNMENTS = read_assignments()
RUNNER = ROOT / "tests/simple_grad/run_cells.py"
MISSING = "The .py files are missing. The notebook in the folder alone/ of the zip brings them."


def first_cell(path: Path) -> dict:
    """The first code cell of a notebook."""
    cells = json.loads(path.read_text())["cells"]
    return next(cell for cell in cells if cell["cell_type"] == "code")


def run(folder: Path) -> dict[str, dict[str, list]]:
    """What the cells of the notebooks of a folder print, and their errors."""
    finished = subprocess.run(
        [sys.executable, RUNNER, folder], capture_output=True, text=True, timeout=300
    )
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name == ASSIGNMENT else pytest.mark.soak)
        for name in ASSIGNMENTS
    ],
)
def test_nothing_is_missing(name, tmp_path):
    """The same cells run alone as in the folder of the release, with the same errors."""
    release = ROOT / "release" / name
    files = set()
    for path in release.glob("*.ipynb"):
        (tmp_path / path.name).write_bytes(alone(path))
    expected = run(release)
    for notebook, cells in run(tmp_path).items():
        errors = {cell: error for cell, (_, error) in cells.items()}
        assert errors == {cell: error for cell, (_, error) in expected[notebook].items()}, notebook
        assert cells["files"] == ["", None]
    files = {path.name for path in tmp_path.glob("*.py")}
    assert files <= {path.name for path in release.glob("*.py")} and "show.py" in files
    for file in files:
        assert (tmp_path / file).read_bytes() == (release / file).read_bytes()


def test_a_file_that_is_there_is_left_as_it_is(tmp_path):
    path = ROOT / "release/primer/1-tensors-that-remember.ipynb"
    (tmp_path / "alone.ipynb").write_bytes(alone(path))
    (tmp_path / "show.py").write_text("mine = True")
    source = "".join(first_cell(tmp_path / "alone.ipynb")["source"])
    subprocess.run([sys.executable, "-c", source], cwd=tmp_path, check=True)
    assert (tmp_path / "show.py").read_text() == "mine = True"
    cells = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
    sources = ["".join(cell["source"]) for cell in cells]
    files = {each.name for each in needed(sources, path.parent)}
    assert {each.name for each in tmp_path.glob("*.py")} == files > {"show.py"}


def test_only_the_first_cell_is_another_one():
    for assignment in ASSIGNMENTS.values():
        for name in assignment.notebooks:
            path = ROOT / "release" / assignment.name / f"{name}.ipynb"
            plain, packed = json.loads(path.read_text()), json.loads(alone(path))
            differing = [
                old["id"]
                for old, new in zip(plain["cells"], packed["cells"], strict=True)
                if old != new
            ]
            assert differing == ["files"]
            assert plain | {"cells": []} == packed | {"cells": []}


def test_it_earns_the_same_points(tmp_path, sandbox):
    """Graded beside the ordinary notebook with the same right and wrong answers."""
    name, notebook = "primer", "1-tensors-that-remember"
    course = copy_course(tmp_path / "course")
    run_nbgrader(course, "generate_assignment", name, "--force", "--create")
    cases = [case for case in load_cases() if case.assignment == name]
    functions = ("predict_flags", "stop_gradient")
    right = [next(c for c in cases if c.function == f and c.is_right) for f in functions]
    wrong = [right[0], next(c for c in cases if c.function == functions[1] and not c.is_right)]
    release = course / "release" / name
    for student, answers in {"right": right, "wrong": wrong}.items():
        files = submission_of(answers, release)
        assert list(files) == [f"{notebook}.ipynb"]
        plain = course / "submitted" / student / name
        packed = course / "submitted" / f"{student}-alone" / name
        for folder in (plain, packed):
            folder.mkdir(parents=True)
            (folder / f"{notebook}.ipynb").write_bytes(files[f"{notebook}.ipynb"])
        found = json.loads((packed / f"{notebook}.ipynb").read_text())
        first = first_cell(release / f"{notebook}.ipynb")["id"]
        cells = json.loads(alone(release / f"{notebook}.ipynb"))["cells"]
        (new,) = (cell for cell in cells if cell["id"] == first)
        found["cells"] = [new if cell["id"] == first else cell for cell in found["cells"]]
        (packed / f"{notebook}.ipynb").write_text(json.dumps(found))
    printed = run_nbjudge(course, "grade", name)
    assert printed.returncode in (0, 3), printed.stdout + printed.stderr
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}", "autograd-lab") as gradebook:
        scores = {
            student: gradebook.find_submission_notebook(notebook, name, student).score
            for student in ("right", "right-alone", "wrong", "wrong-alone")
        }
    assert scores["right"] == scores["right-alone"] == 5
    assert scores["wrong"] == scores["wrong-alone"] < 5


def test_a_notebook_without_its_files_says_what_to_do(tmp_path):
    texts = {
        "".join(first_cell(ROOT / "source" / each.name / f"{name}.ipynb")["source"])
        for each in ASSIGNMENTS.values()
        for name in each.notebooks
    }
    (text,) = texts
    for folder, said in {tmp_path: MISSING, ROOT / "source/primer": ""}.items():
        code = f"import sys; sys.path.insert(0, {str(folder)!r})\n{text}"
        finished = subprocess.run(
            [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
        )
        assert finished.stdout.strip() == said
