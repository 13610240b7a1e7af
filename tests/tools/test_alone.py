"""A notebook that stands alone, as in Colab, brings its files along and earns the same points.

Oracle: the editions that alone.py makes of release/, each run in a folder of its own by
tests/support/run_cells.py; and the ordinary notebook with the same answers, graded beside it.
"""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from alone import alone
from answer_bank import load_cases, submission_of
from course import read_assignments
from nbclient import NotebookClient
from nbgrader.api import Gradebook
from support.course_copy import ASSIGNMENT, copy_course
from support.paths import ROOT

from nbjudge_testing.commands import run_nbgrader, run_nbjudge

ASSIGNMENTS = read_assignments()
RUNNER = ROOT / "tests/support/run_cells.py"


def first_cell(path: Path) -> dict:
    """The first code cell of a notebook's file."""
    return first_cell_of(json.loads(path.read_text()))


def first_cell_of(notebook: dict) -> dict:
    """The first code cell of a notebook."""
    return next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")


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
    for path in release.glob("*.ipynb"):
        (tmp_path / path.name).write_bytes(alone(path))
    expected = run(release)
    for notebook, cells in run(tmp_path).items():
        assert cells.pop("files") == ["", None]
        errors = {cell: error for cell, (_, error) in cells.items()}
        assert errors == {cell: error for cell, (_, error) in expected[notebook].items()}, notebook
    assert contents(tmp_path) == contents(release)


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of the package in a folder, by their paths in it."""
    lab = folder / "lab"
    return {path.relative_to(lab).as_posix(): path.read_bytes() for path in lab.rglob("*.py")}


def test_a_file_that_is_there_is_left_as_it_is(tmp_path):
    path = ROOT / "release/primer/1-tensors-that-remember.ipynb"
    (tmp_path / "alone.ipynb").write_bytes(alone(path))
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab/show.py").write_text("mine = True")
    source = "".join(first_cell(tmp_path / "alone.ipynb")["source"])
    subprocess.run([sys.executable, "-c", source], cwd=tmp_path, check=True)
    assert contents(tmp_path) == contents(path.parent) | {"show.py": b"mine = True"}


def test_each_check_is_followed_by_the_number_of_those_that_pass(tmp_path):
    """In a kernel, as in Colab: a right answer, a wrong one, and the first cell run twice."""
    path = ROOT / "release/primer/1-tensors-that-remember.ipynb"
    cases = [case for case in load_cases() if case.task.name == path.stem]
    right = next(case for case in cases if case.function == "predict_flags" and case.is_right)
    notebook = nbformat.reads(alone(path).decode(), 4)
    solutions = {
        cell.metadata.nbgrader.grade_id: cell
        for cell in notebook.cells
        if cell.metadata.get("nbgrader", {}).get("solution")
    }
    solutions["predict_flags"].source = right.source
    notebook.cells.insert(0, nbformat.v4.new_code_cell(first_cell_of(notebook).source))
    notebook.cells += [
        cell.copy() for cell in notebook.cells if cell.source.startswith("# Check: detach")
    ]
    resources = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, allow_errors=True, timeout=300, resources=resources).execute()
    texts = [
        output.text
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if output.output_type == "stream"
    ]
    said = re.findall(r"^(\d) of 5 shown checks pass so far\.$", "\n".join(texts), re.M)
    assert said == list("123333")  # the last two of the five have no answer; one is run again


def test_it_leaves_the_count_to_grading(tmp_path, monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    first = first_cell_of(json.loads(alone(ROOT / "release/primer/1-tensors-that-remember.ipynb")))
    sources = ["".join(first["source"]), "print(hasattr(shell, 'counts_checks'))"]
    notebook = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, sources)))
    resources = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=300, resources=resources).execute()
    assert notebook.cells[1].outputs[0].text == "False\n"


def test_every_check_with_code_to_see_is_counted():
    for assignment in ASSIGNMENTS.values():
        for name in assignment.notebooks:
            path = ROOT / "release" / assignment.name / f"{name}.ipynb"
            source = "".join(first_cell_of(json.loads(alone(path)))["source"])
            (checks,) = re.findall(r"count_checks\(shell, \[([^]]+)\]\)$", source)
            shown = [
                cell
                for cell in nbformat.read(path, 4).cells
                if cell.cell_type == "code"
                and cell.metadata.get("nbgrader", {}).get("points")
                and ast.parse(cell.source).body
            ]
            assert len(set(re.split(r",\s+", checks))) == len(shown), path


def test_only_the_first_code_cell_is_added():
    for assignment in ASSIGNMENTS.values():
        for name in assignment.notebooks:
            path = ROOT / "release" / assignment.name / f"{name}.ipynb"
            plain, packed = json.loads(path.read_text()), json.loads(alone(path))
            place = packed["cells"].index(first_cell_of(packed))
            assert packed["cells"].pop(place)["id"] == "files"
            assert plain == packed


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
        new = first_cell_of(json.loads(alone(release / f"{notebook}.ipynb")))
        found["cells"].insert(found["cells"].index(first_cell_of(found)), new)
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


def test_a_notebook_begins_with_its_imports_and_says_where_their_folder_belongs(tmp_path):
    """Run in a kernel where the folder is missing: the error shows the lines above the import."""
    paths = [
        ROOT / "release" / each.name / f"{n}.ipynb"
        for each in ASSIGNMENTS.values()
        for n in each.notebooks
    ]
    firsts = nbformat.v4.new_notebook()
    for path in paths:
        cells = nbformat.read(path, 4).cells
        firsts.cells.append(next(cell for cell in cells if cell.cell_type == "code"))
    assert {cell.id for cell in firsts.cells} == {"imports"}
    resources = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(firsts, allow_errors=True, timeout=300, resources=resources).execute()
    for path, cell in zip(paths, firsts.cells, strict=True):
        (error,) = (output for output in cell.outputs if output.output_type == "error")
        assert (error.ename, error.evalue) == ("ModuleNotFoundError", "No module named 'lab'")
        shown = re.sub(r"\x1b\[[\d;]*m", "", "\n".join(error.traceback))
        assert "If lab/ is missing, copy it from the assignment, or use the copy" in shown, path
