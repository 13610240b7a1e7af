"""Fixtures and hooks of the course's tests, which need only the packages of environment.yml."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from course import read_assignments
from support.course_copy import ASSIGNMENT, copy_course
from support.git_files import files_in_git
from support.paths import ROOT

from nbjudge_testing import forks
from nbjudge_testing.commands import run_nbgrader

# Browser tests need Chromium, which is not in environment.yml.
LEFT_OUT = [] if find_spec("playwright") and shutil.which("chromium") else ["e2e"]
collect_ignore = LEFT_OUT
HAS_SANDBOX = shutil.which("bwrap") is not None
NO_SANDBOX = "bubblewrap is missing, which nbjudge grades submissions in"


def pytest_configure(config: pytest.Config) -> None:
    """Register a pytest mark for each notebook of each assignment."""
    for assignment in read_assignments().values():
        for task in assignment.tasks:
            line = f"{task.mark}: tests of {assignment.name}/{task.name}.ipynb"
            config.addinivalue_line("markers", line)


def pytest_report_header() -> list[str]:
    """Say which tests are left out, and why."""
    header = []
    if LEFT_OUT:
        header.append("left out: tests/e2e, because Chromium or Playwright is missing")
    if not HAS_SANDBOX:
        header.append(
            f"left out: tests that grade submissions, because {NO_SANDBOX} (see docs/authors.md)"
        )
    return header


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests of the reference solutions first, for an early result of `pytest -m task3`."""
    items.sort(key=lambda item: not item.get_closest_marker("reference"))


@pytest.fixture(autouse=True)
def default_dtype():
    """Keep an answer that sets PyTorch's default dtype from changing it for the next test."""
    yield
    if torch := sys.modules.get("torch"):
        torch.set_default_dtype(torch.float32)


@pytest.fixture(scope="session", autouse=True)
def own_surroundings(tmp_path_factory):
    """Isolate the tests from the databases and settings of the person who runs them."""
    with pytest.MonkeyPatch.context() as patch:
        # nbgrader calls `alembic` by name. The program is in the same folder as Python, but the
        # person may not have activated that environment.
        patch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
        patch.delenv("NBGRADER_DB_URL", raising=False)
        patch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("run")))
        # With few cores, several threads per kernel only wait for each other.
        patch.setenv("OMP_NUM_THREADS", "1")
        patch.setattr("nbgrader.api.get_alembic_version", cache(forks.alembic_version))
        yield
        forks.close()


@pytest.fixture(scope="session")
def sandbox() -> None:
    """Skip the tests that grade with nbjudge if bubblewrap is missing."""
    if not HAS_SANDBOX:
        pytest.skip(NO_SANDBOX)


@pytest.fixture
def course(tmp_path) -> Path:
    """A temporary copy of the course with its configuration and no gradebook."""
    return copy_course(tmp_path / "course")


@pytest.fixture(scope="session")
def templates(tmp_path_factory) -> Callable[[str], Path]:
    """The course after `nbgrader generate_assignment`, by name. Copy it, do not write in it."""

    @cache
    def template(assignment: str) -> Path:
        folder = copy_course(tmp_path_factory.mktemp("template") / "course")
        run_nbgrader(folder, "generate_assignment", assignment, "--force")
        return folder

    return template


@pytest.fixture
def generated_course(templates, tmp_path) -> Path:
    """A temporary course with a gradebook.db that knows the assignment, release/ made anew."""
    return Path(shutil.copytree(templates(ASSIGNMENT), tmp_path / "generated"))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation site, built into an empty folder from the files in git."""
    clone, folder = tmp_path_factory.mktemp("clone"), tmp_path_factory.mktemp("site")
    for name in files_in_git():
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, clone / name)
    (clone / ".venv").symlink_to(sys.prefix, target_is_directory=True)
    command = ["make", "docs", "--assume-old=.venv/.done/docs", "--assume-old=.venv/.done/grade"]
    command += [f"SITE={folder}"]
    built = subprocess.run(command, cwd=clone, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder
