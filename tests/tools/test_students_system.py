"""The command that CI runs on Windows and macOS, without what grading needs: no dot, no bwrap."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import student_zip
from support.paths import ROOT

NAME = "1-tensors-that-remember"
TOOL = ROOT / "tools/maintain/students_system.py"


@pytest.fixture
def folder(tmp_path):
    """An unpacked archive."""
    (tmp_path / "nbjudge.whl").write_bytes(b"wheel")
    wheels = [tmp_path / "nbjudge.whl"]
    student_zip.pack(ROOT / "release/primer", wheels, tmp_path / "student.zip")
    with zipfile.ZipFile(tmp_path / "student.zip") as archive:
        archive.extractall(tmp_path)
    return tmp_path / "primer"


@pytest.mark.soak
def test_an_archive_starts_and_its_notebook_passes_with_the_reference_answers(folder, tmp_path):
    path = str(Path(sys.executable).parent)
    assert not shutil.which("dot", path=path) and not shutil.which("bwrap", path=path)
    command = [sys.executable, TOOL, folder, NAME]
    finished = subprocess.run(
        command, env=os.environ | {"PATH": path}, capture_output=True, text=True
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert finished.stdout.startswith("JupyterLab: ") and f"{NAME} passes" in finished.stdout


def test_a_folder_without_notebooks_is_an_error(tmp_path):
    finished = subprocess.run([sys.executable, TOOL, tmp_path], capture_output=True, text=True)
    assert finished.returncode == 2 and "There is no notebook in" in finished.stderr
