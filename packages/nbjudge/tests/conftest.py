"""What all tests share: surroundings of their own, and the order in which they run."""

import functools
import os
import shutil
import sys
from pathlib import Path

import forks
import pytest
from browser_walk import chromium, page, pytest_runtest_makereport
from hypothesis import settings

# First of what imports jsonschema, as it keeps that from building parsers for seconds.
import nbjudge.grading.import_jsonschema  # noqa: F401

__all__ = ["chromium", "page", "pytest_runtest_makereport"]
# The same cases in every run, however slow the machine is.
settings.register_profile("same", deadline=None, derandomize=True)
settings.load_profile("same")
settings.register_profile("few", settings.get_profile("same"), max_examples=10)  # make quick
# Attacks are material for tests, whatever their files are called.
collect_ignore = ["attacks"]
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
    """Begin with the files that take minutes, so that no processor waits for one at the end."""
    long = {name: number for number, name in enumerate(LONG)}
    items.sort(key=lambda item: long.get(item.path.name, len(long)))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Take back what grading in this process leaves behind.

    The configuration of a course closes what its process makes to others, who are the users of
    sandboxes too; and nbgrader says in the environment that it is grading.
    """
    os.umask(0o022)
    os.environ.pop("NBGRADER_EXECUTION", None)


@pytest.fixture(scope="session", autouse=True)
def own_surroundings(tmp_path_factory):
    """Keep the database and the settings of the person who runs the tests out of them."""
    with pytest.MonkeyPatch.context() as patch:
        # nbgrader calls `alembic` by name; it lies beside Python, in an environment that the
        # person may not have activated.
        patch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
        patch.delenv("NBGRADER_DB_URL", raising=False)
        patch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("run")))
        # Two threads a kernel on few cores only wait for each other.
        patch.setenv("OMP_NUM_THREADS", "1")
        patch.setattr("nbgrader.api.get_alembic_version", functools.cache(forks.alembic_version))
        yield
        forks.close()


@pytest.fixture(scope="session")
def sample_gradebook(tmp_path_factory):
    """The path of a gradebook with the cells of an assignment and no student. Copy it."""
    from gradebooks import make_sample_gradebook

    return make_sample_gradebook(tmp_path_factory.mktemp("sample") / "gradebook.db")


@pytest.fixture
def gradebook(sample_gradebook, tmp_path):
    """An open gradebook with cells and no student, a file of the test's own."""
    from gradebooks import url
    from nbgrader.api import Gradebook

    with Gradebook(url(shutil.copy(sample_gradebook, tmp_path / "gradebook.db"))) as gradebook:
        yield gradebook
