"""Whose button Validate JupyterLab shows in a course that does not ask for nbjudge.

That nbjudge's stands there alone where the course asks, tests/browser/test_validate.py sees.
"""

import sys

import pytest

from nbjudge_testing.browser_walk import OPTIONS, open_notebook, running
from nbjudge_testing.small_courses import COURSES, make_course


@pytest.mark.soak
def test_nbgraders_button_stands_there_where_nobody_asks(page, tmp_path):
    course = make_course(tmp_path / "course", COURSES / "example")
    home = tmp_path / "home"
    home.mkdir()
    command = [sys.executable, "-m", "jupyterlab", "--allow-root", *OPTIONS.split()]
    with running(command, home, course) as server:
        open_notebook(page, server, "source/example/problem2.ipynb")
        page.get_by_role("button", name="Validate").wait_for()
        assert page.locator(".nbjudge-validate").count() == 0
