"""Fixtures and hooks of the lab's tests, which need only the packages of environment.yml."""

import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from course import add_marks

# The walks need a browser, which is not in environment.yml.
LEFT_OUT = [] if find_spec("playwright") and shutil.which("chromium") else ["walks"]
collect_ignore = LEFT_OUT
HAS_SANDBOX = shutil.which("bwrap") is not None
NO_SANDBOX = "bubblewrap is missing, which nbjudge grades submissions in"


def pytest_configure(config: pytest.Config) -> None:
    add_marks(config)


def pytest_report_header() -> list[str]:
    """Say which tests are left out, and why."""
    header = []
    if LEFT_OUT:
        header.append("left out: tests/walks, as Chromium or Playwright is missing")
    if not HAS_SANDBOX:
        header.append(
            f"left out: tests that grade submissions, as {NO_SANDBOX} (see docs/authors.md)"
        )
    return header


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests of the reference solutions first, for an early result of `pytest -m task3`."""
    items.sort(key=lambda item: not item.get_closest_marker("reference"))


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
        yield


@pytest.fixture(scope="session")
def sandbox() -> None:
    """Skip the tests that grade with nbjudge if bubblewrap is missing."""
    if not HAS_SANDBOX:
        pytest.skip(NO_SANDBOX)
