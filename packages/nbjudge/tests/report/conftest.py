"""A page of a browser, for the tests that open a report."""

from browser_walk import chromium, page, pytest_runtest_makereport

__all__ = ["chromium", "page", "pytest_runtest_makereport"]
