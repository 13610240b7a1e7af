"""Formgrader says what is graded, though the time of submission is not believed."""

import os

import pytest
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory

from nbjudge.server.api import RecordedAPI
from nbjudge_testing import grading_course

PS = grading_course.PS
AT = "2026-03-02 18:00:00 UTC\n"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A graded course; of the submissions some hold what `nbgrader submit` writes."""
    folder = grading_course.make_course(tmp_path_factory.mktemp("api") / "course")
    grading_course.hand_in(folder, "amy", timestamp__txt=AT)
    grading_course.hand_in(folder, "ben")
    grading_course.grade_here(folder)
    return folder


@pytest.fixture
def api(course):
    def api(kind=RecordedAPI):
        return kind(CourseDirectory(root=str(course)))

    return api


def autograded(api):
    return {row["student"]: row["autograded"] for row in api.get_submissions(PS)}


def test_graded_is_graded_and_the_time_stays_out_of_the_gradebook(api, course):
    assert autograded(api()) == {"amy": True, "ben": True}
    assert api().get_submission(PS, "amy")["score"] == 10
    with Gradebook(grading_course.database(course)) as gradebook:
        assert gradebook.find_submission(PS, "amy").timestamp is None
    # The reverse: nbgrader alone does not see it.
    assert autograded(api(NbGraderAPI))["amy"] is False


@pytest.mark.parametrize("said", ["2026-03-03 09:00:00 UTC\n", "no time", "", None])
def test_what_came_after_is_not_graded_yet(api, course, said):
    path = course / "submitted" / "amy" / PS / "timestamp.txt"
    try:
        if said is None:
            path.unlink()
        else:
            path.write_text(said)
        assert autograded(api()) == {"amy": False, "ben": True}
    finally:
        path.write_text(AT)


def test_a_pipe_in_the_place_of_the_file_stops_nobody(api, course):
    path = course / "submitted" / "ben" / PS / "timestamp.txt"
    os.mkfifo(path)
    try:
        assert autograded(api())["amy"] is True
    finally:
        path.unlink()
