"""The mark of the browser tests, their pages, and the student's JupyterLab."""

from pathlib import Path

import pytest
from support.repository_copy import copy_repository, make_command

from nbjudge_testing.browser_walk import OPTIONS, chromium, page, pytest_runtest_makereport, running

__all__ = ["chromium", "page", "pytest_runtest_makereport"]


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def lab_folder(tmp_path_factory):
    return copy_repository(tmp_path_factory.mktemp("student") / "lab")


@pytest.fixture(scope="session")
def lab(lab_folder, tmp_path_factory):
    """What a student gets by `make lab`, in a copy of the repository."""
    command = make_command(lab_folder, "lab", f"JUPYTER={OPTIONS}")
    with running(command, tmp_path_factory.mktemp("home"), lab_folder) as server:
        yield server
