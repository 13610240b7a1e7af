"""Copies of the lab's course."""

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from lab_course import ASSIGNMENT, copy_course
from shell import run_nbgrader


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
