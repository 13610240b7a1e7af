"""A notebook that was uploaded alone, as to Colab, says what is missing and goes on.

Oracle: the notebooks of a copy of source/ without its .py files, run by simple_grad/run_cells.py.
"""

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from assignments import read_assignments
from places import ROOT

ASSIGNMENTS = read_assignments()
RUNNER = ROOT / "tests/simple_grad/run_cells.py"
SENTENCE = "The .py files are missing: upload those of the zip into the folder of this notebook"
# Cells beside the checks that need a file for more than a picture, by notebook.
NEED_FILES = {
    "1-tensors-that-remember": {"try-program"},
    "2-reverse-order": {"vanish"},
    "4-visited-memory": {"picture", "compare-own", "doubled", "eight"},
}


def first_cell(path: Path) -> dict:
    """The first code cell of a notebook."""
    cells = json.loads(path.read_text())["cells"]
    return next(cell for cell in cells if cell["cell_type"] == "code")


@pytest.fixture(scope="module")
def alone(tmp_path_factory) -> dict[str, dict[str, list]]:
    """What the notebooks of the primer and the lab print where no file lies beside them."""
    folder = tmp_path_factory.mktemp("alone")
    for name in ("primer", "autograd"):
        for path in (ROOT / "source" / name).glob("*.ipynb"):
            shutil.copy2(path, folder)
    finished = subprocess.run(
        [sys.executable, RUNNER, folder], capture_output=True, text=True, timeout=300
    )
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


def test_all_notebooks_begin_with_the_same_cell_and_it_knows_every_file():
    paths = [
        ROOT / "source" / a.name / f"{n}.ipynb" for a in ASSIGNMENTS.values() for n in a.notebooks
    ]
    texts = {"".join(first_cell(path)["source"]) for path in paths}
    assert len(texts) == 1
    (text,) = texts
    words = {node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)}
    known = {word for each in words if isinstance(each, str) for word in each.split()}
    files = {path.stem for a in ASSIGNMENTS for path in (ROOT / "source" / a).glob("*.py")}
    assert files <= known


@pytest.mark.parametrize(
    "name", [n for a in ("primer", "autograd") for n in ASSIGNMENTS[a].notebooks]
)
def test_a_notebook_alone_says_so_once_and_goes_on(name, alone):
    cells = alone[name]
    assert cells["files"] == [
        f"{SENTENCE} and restart it, or go on without pictures and checks.\n",
        None,
    ]
    failed = {cell: error for cell, (_, error) in cells.items() if error}
    for cell, error in failed.items():
        assert cell.startswith("test-") or cell in NEED_FILES.get(name, ()), f"{cell}: {error}"
    shown = [cell for cell in failed if SENTENCE in failed[cell]]
    assert shown, "not even the checks need the files"


@pytest.mark.parametrize("name", ASSIGNMENTS["simple-grad"].notebooks)
def test_a_notebook_says_nothing_where_its_files_are(name):
    folder = ROOT / "source/simple-grad"
    text = "".join(first_cell(folder / f"{name}.ipynb")["source"])
    begin = f"import sys; sys.path.insert(0, {str(folder)!r})"
    code = f"{begin}\n{text}\nimport show; print(show.__file__)"
    finished = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True)
    assert finished.stdout.strip() == str(folder / "show.py"), finished.stderr
