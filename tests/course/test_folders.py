"""No course that submissions could read is graded."""

import sys

import pytest
from nbgrader.coursedir import CourseDirectory

from nbjudge.course import folders
from nbjudge.errors import SandboxError
from nbjudge.sandbox import bubblewrap


def forget():
    folders.shown_folders.cache_clear()
    bubblewrap.python_folders.cache_clear()


@pytest.fixture(autouse=True)
def fresh():
    forget()
    yield
    forget()


def course(root, url="sqlite:////srv/gradebook.db"):
    return CourseDirectory(root=str(root), db_url=url)


def test_environment_in_the_course(tmp_path, monkeypatch):
    """As `python -m venv .` makes it."""
    folders.refuse_course_in_sight(course(tmp_path))
    forget()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    with pytest.raises(SandboxError, match="which submissions can read"):
        folders.refuse_course_in_sight(course(tmp_path))
    with pytest.raises(SandboxError, match="which submissions can read"):
        folders.refuse_course_in_sight(course("/srv", f"sqlite:///{tmp_path}/grades/book.db"))


def test_environment_beside_the_course(tmp_path, monkeypatch):
    (tmp_path / ".venv").mkdir()
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    folders.refuse_course_in_sight(course(tmp_path))


def test_link_to_the_course(tmp_path):
    (tmp_path / "link").symlink_to("/usr/share")
    with pytest.raises(SandboxError, match="lies in /usr"):
        folders.refuse_course_in_sight(course(tmp_path / "link"))
