"""The marks of the notebooks, for these tests too."""

import pytest
from course import add_marks


def pytest_configure(config: pytest.Config) -> None:
    add_marks(config)
