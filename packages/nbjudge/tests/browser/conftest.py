"""Marks of the walks in a browser, and their pages."""

from pathlib import Path

import pytest
from browser_walk import chromium, page, pytest_runtest_makereport

__all__ = ["chromium", "page", "pytest_runtest_makereport"]


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.browser)
