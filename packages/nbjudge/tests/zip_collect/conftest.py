"""A released course, and the work of a student, for the tests of collecting."""

import shutil

import pytest

from nbjudge_testing.grading_course import NOTEBOOKS, hand_in, make_course
from nbjudge_testing.lms_downloads import PLUGINS


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """A released course, and the notebooks of a right submission by file name."""
    course = make_course(tmp_path_factory.mktemp("model") / "course", PLUGINS)
    folder = hand_in(course, "model")
    notebooks = {f"{name}.ipynb": (folder / f"{name}.ipynb").read_bytes() for name in NOTEBOOKS}
    shutil.rmtree(course / "submitted")
    return course, notebooks


@pytest.fixture
def course(model, tmp_path):
    folder = tmp_path / "course"
    shutil.copytree(model[0], folder)
    return folder


@pytest.fixture
def work(model):
    return dict(model[1])
