"""The packages alone grade a plain Python course: wheels, in an environment with nothing else.

The quick test fills the new environment with links to exactly those packages of this one that the
wheels ask for, and that they ask for; torch, NumPy and pandas are not there. The long one lets pip
fetch them.
"""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from nbjudge_testing.linked_packages import link_packages
from nbjudge_testing.paths import PACKAGES, ROOT
from nbjudge_testing.small_courses import COURSES, make_course

ABSENT = ("torch", "numpy", "pandas", "matplotlib", "graphviz")


def run(*command: object, folder: Path = ROOT, expect: int = 0, **variables: str) -> str:
    finished = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=os.environ | variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert finished.returncode == expect, finished.stdout + finished.stderr
    return finished.stdout


@pytest.fixture(scope="module")
def wheels(tmp_path_factory) -> list[Path]:
    folder = tmp_path_factory.mktemp("wheels")
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation")
    run(*pip, f"--wheel-dir={folder}", PACKAGES / "nbisolate", ROOT)
    return list(folder.glob("*.whl"))


def grade_a_course(environment: Path, folder: Path) -> None:
    """Adopt nbjudge in a small course, and grade its reference solution and its release."""
    in_process = 'c.JudgeExecute.in_process = ["example/problem1/total_calls_cubes"]\n'
    course = make_course(folder / "course", COURSES / "example", in_process)
    path = f"{environment / 'bin'}{os.pathsep}/usr/bin{os.pathsep}/bin"
    python = environment / "bin" / "python"

    def here(*command: object) -> str:
        return run(python, "-m", *command, folder=course, PATH=path)

    here("nbjudge", "init")
    here("nbgrader", "generate_assignment", "example")
    for student, step in (("right", "source"), ("blank", "release")):
        folder = course / "submitted" / student / "example"
        shutil.copytree(course / step / "example", folder)
        for notebook in folder.glob("*.ipynb"):
            # The very file of the course is refused.
            notebook.write_text(notebook.read_text() + "\n")
    assert "2 graded" in here("nbjudge", "grade", "example")
    here("nbgrader", "export", "--to=grades.csv")
    rows = [line.split(",") for line in (course / "grades.csv").read_text().splitlines()]
    scores = {row[3]: float(row[7]) for row in rows[1:]}
    # A person gives the other 7 points.
    assert scores == {"right": 3.0, "blank": 0.0}
    imported = run(python, "-c", "import sys, nbjudge.cli; print(*sys.modules)", PATH=path)
    assert not set(ABSENT) & set(imported.split())


def follow_the_page(environment: Path, folder: Path) -> None:
    """Do what docs/use-nbjudge.md says in the course that `nbgrader quickstart` writes."""
    path = f"{environment / 'bin'}{os.pathsep}/usr/bin{os.pathsep}/bin"
    python, course = environment / "bin" / "python", folder / "demo"

    def here(*command: object, expect: int = 0) -> str:
        return run(python, "-m", *command, folder=course, expect=expect, PATH=path)

    run(python, "-m", "nbgrader", "quickstart", "demo", folder=folder, PATH=path)
    config = (course / "nbgrader_config.py").read_bytes()
    said = here("nbjudge", "init")
    assert Path(said.rpartition("See ")[2].strip()).read_text() == (
        ROOT / "docs" / "use-nbjudge.md"
    ).read_text(encoding="utf-8")
    assert "1 problem to fix before release; `nbjudge check ps1 --write` tags 1" in here(
        "nbjudge", "check", "ps1", expect=3
    )
    assert "ps1: no problems are left." in here("nbjudge", "check", "ps1", "--write")
    assert "no problems found" in here("nbjudge", "check", "ps1")
    here("nbgrader", "generate_assignment", "ps1")
    shutil.copytree(course / "release" / "ps1", course / "submitted" / "ann" / "ps1")
    for notebook in (course / "submitted" / "ann" / "ps1").glob("*.ipynb"):
        notebook.write_text(notebook.read_text() + "\n")  # as above
    assert "1 graded" in here("nbjudge", "grade", "ps1")
    assert "ann" in here("nbjudge", "table", "ps1")
    here("nbjudge", "init", "--undo")
    assert (course / "nbgrader_config.py").read_bytes() == config


@pytest.mark.soak
def test_the_wheels_alone_grade_a_plain_course(wheels, tmp_path):
    environment = tmp_path / "environment"
    venv.create(environment, symlinks=True)
    link_packages(environment)
    python = environment / "bin" / "python"
    pip = (sys.executable, "-m", "pip", f"--python={python}", "install", "--quiet", "--no-deps")
    run(*pip, "--no-index", *wheels)
    for name in ABSENT:
        run(python, "-c", f"import {name}", expect=1)
    grade_a_course(environment, tmp_path)
    follow_the_page(environment, tmp_path)


@pytest.mark.soak
def test_the_wheels_and_what_pip_fetches_for_them_grade_a_plain_course(wheels, tmp_path):
    environment = tmp_path / "environment"
    venv.create(environment, symlinks=True, with_pip=True)
    run(environment / "bin" / "pip", "install", "--quiet", *wheels)
    grade_a_course(environment, tmp_path)
