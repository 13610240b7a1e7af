"""Fixtures and hooks of all tests: an isolated environment, and the order of the tests."""

import functools
import importlib.util
import os
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# This must come before any other import of jsonschema: it hides packages whose parsers take seconds
# to build.
import nbjudge.grading.import_jsonschema  # noqa: F401
from nbjudge_testing import forks
from nbjudge_testing.browser_walk import chromium, page, pytest_runtest_makereport

__all__ = ["chromium", "page", "pytest_runtest_makereport"]
# Hypothesis draws the same cases in every run, and does not fail on a slow machine.
settings.register_profile("same", deadline=None, derandomize=True)
settings.load_profile("same")
settings.register_profile("few", settings.get_profile("same"), max_examples=10)  # make quick
# The files in attacks/ are input of tests, even those with the name of a test module.
collect_ignore = ["attacks"]
WITH_TORCH = importlib.util.find_spec("torch") is not None
LONG = (
    "test_answers.py",
    "test_attacks.py",
    "test_check.py",
    "test_grade_faults.py",
    "test_formgrader.py",
    "test_mutants.py",
    "test_grade.py",
    "test_grade_input.py",
)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slowest files first, so that no core waits for one of them at the end."""
    long = {name: number for number, name in enumerate(LONG)}
    items.sort(key=lambda item: long.get(item.path.name, len(long)))
    if not WITH_TORCH:
        for item in items:
            if item.get_closest_marker("torch"):
                item.add_marker(pytest.mark.skip(reason="torch is not installed"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Undo changes to this process that grading in it leaves behind.

    A course's configuration sets a umask that makes new files private, so the users of sandboxes
    could not read them. nbgrader sets an environment variable while it grades.
    """
    os.umask(0o022)
    os.environ.pop("NBGRADER_EXECUTION", None)


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
        patch.setattr("nbgrader.api.get_alembic_version", functools.cache(forks.alembic_version))
        yield
        forks.close()


@pytest.fixture(scope="session")
def sample_gradebook(tmp_path_factory):
    """The path of a gradebook with an assignment and no student. Copy it before you write."""
    from nbjudge_testing.gradebooks import make_sample_gradebook

    return make_sample_gradebook(tmp_path_factory.mktemp("sample") / "gradebook.db")


@pytest.fixture
def gradebook(sample_gradebook, tmp_path):
    """An open gradebook with an assignment and no student, in a file of the test's own."""
    from nbgrader.api import Gradebook

    from nbjudge_testing.gradebooks import url

    with Gradebook(url(shutil.copy(sample_gradebook, tmp_path / "gradebook.db"))) as gradebook:
        yield gradebook
