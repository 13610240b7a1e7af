"""Who failed notebooks 1 and 2 of simple-grad can do the others, with the fallback engine."""

import json
import shutil
import subprocess
import sys

import pytest
from support.paths import ROOT

RUNNER = ROOT / "tests/support/run_cells.py"
LATER = ("3-twice", "4-aggregates", "5-compiler", "6-one-node")


def write_engine(target, *options):
    """Write the file."""
    command = [sys.executable, ROOT / "tools/students/fallback_engine.py", *options, target]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """What the cells of notebooks 3 to 6 print if nothing is written but the engine is there."""
    folder = tmp_path_factory.mktemp("fallback") / "simple-grad"
    shutil.copytree(ROOT / "release/simple-grad", folder)
    said = write_engine(folder / "fallback.py")
    assert "once notebooks 1 and 2 are due" in said
    said = write_engine(folder / "fallback_compiler.py", "--compiler")
    assert "once notebook 5 is due" in said
    for early in ("1-tape", "2-operators"):
        (folder / f"{early}.ipynb").unlink()
    finished = subprocess.run([sys.executable, RUNNER, folder], capture_output=True, text=True)
    return json.loads(finished.stdout)


def test_with_the_fallback_engine_every_cell_lives_that_needs_no_answer_of_its_own(printed):
    assert (
        "grad: provided by the file fallback.py. Remove the file to use your own."
        in (printed["3-twice"]["imports"][0])
    )
    for notebook, parts in {
        "3-twice": {"once": "dL0/db: tensor([ 7., 10.])", "called": "L1 calls: ['add']"},
        "4-aggregates": {"try-out": "[34.0, 48.0]", "three": "called  [('aggregate', '-g')]"},
        "6-one-node": {"digits": "after 600 steps 9"},
    }.items():
        for cell, part in parts.items():
            assert part in printed[notebook][cell][0]
    for notebook in LATER:
        for cell, (text, error) in printed[notebook].items():
            assert "write it, or load it" not in f"{text} {error}", f"{notebook}: {cell}"


def test_a_file_that_fails_is_named_with_its_error(tmp_path):
    """As one that imports a module that is not there."""
    folder = shutil.copytree(ROOT / "release/simple-grad", tmp_path / "simple-grad")
    for path in folder.glob("*.ipynb"):
        cells = [c for c in json.loads(path.read_text())["cells"] if c["id"] == "imports"]
        path.write_text(json.dumps({"cells": cells}))
    (folder / "fallback.py").write_text("from simple_grad import Variable\n")
    finished = subprocess.run([sys.executable, RUNNER, folder], capture_output=True, text=True)
    text, error = json.loads(finished.stdout)["4-aggregates"]["imports"]
    assert error is None
    said = "fails with ModuleNotFoundError: No module named 'simple_grad'"
    assert f"sum_to: not provided, because fallback.py {said}" in text


def test_without_it_each_notebook_names_what_is_missing(tmp_path):
    folder = shutil.copytree(ROOT / "release/simple-grad", tmp_path / "simple-grad")
    for path in folder.glob("*.ipynb"):
        cells = json.loads(path.read_text())["cells"]
        kept = [cell for cell in cells if cell["id"] in ("imports", "title")]
        path.write_text(json.dumps({"cells": kept}))
    finished = subprocess.run([sys.executable, RUNNER, folder], capture_output=True, text=True)
    printed = json.loads(finished.stdout)
    for notebook in LATER:
        text, error = printed[notebook]["imports"]
        assert error is None
        assert "Cells that need add or grad say so, and do nothing more." in text


def test_no_student_gets_the_file_before_it_is_given_out():
    for folder in ("source", "release"):
        assert not list((ROOT / folder).rglob("fallback.py"))
    ignored = subprocess.run(["git", "check-ignore", "-q", "dist/fallback.py"], cwd=ROOT)
    assert ignored.returncode == 0
