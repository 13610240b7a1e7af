"""nbjudge answers in a course that asks for it; in any other one of the environment, nbgrader."""

import json
import sys
import urllib.error
import urllib.parse
import urllib.request

import pytest
from traitlets.config import Config

from nbjudge.server.opt_in import asks_for_nbjudge
from nbjudge.server.validate.handlers import OUR_BUTTON, THEIR_BUTTON, with_button
from nbjudge_testing.browser_walk import OPTIONS, TOKEN, running
from nbjudge_testing.commands import run_nbjudge
from nbjudge_testing.small_courses import COURSES, make_course

JUDGE = "nbjudge.JudgeExecute"


def chain(*kinds):
    config = Config()
    config.Autograde.autograde_preprocessors = list(kinds)
    return config


class Own:
    """A class of a course's own."""


def test_a_course_asks_by_what_executes():
    inserted = Config()
    inserted.Autograde.autograde_preprocessors.insert(0, JUDGE)
    from nbjudge.plugins.execute import JudgeExecute

    class Mine(JudgeExecute):
        """A course's own judge."""

    assert asks_for_nbjudge(chain(JUDGE, "nbgrader.preprocessors.SaveAutoGrades"))
    assert asks_for_nbjudge(inserted) and asks_for_nbjudge(inserted)
    assert asks_for_nbjudge(chain(Mine)) and asks_for_nbjudge(chain(JudgeExecute))
    for other in (Config(), chain(), chain("nbgrader.preprocessors.Execute", Own), chain("no.x")):
        assert not asks_for_nbjudge(other)


def test_a_page_shows_one_button_and_keeps_what_others_say_of_it():
    settings = {"page_config_hook": lambda handler, page: page | {"hub": "kept"}}
    with_button(settings)
    page = {"disabledExtensions": ["other", THEIR_BUTTON]}
    for _ in range(2):
        page = settings["page_config_hook"](None, page)
    assert page == {"disabledExtensions": ["other", THEIR_BUTTON], "hub": "kept", OUR_BUTTON: True}
    alone = {}
    with_button(alone)
    assert alone["page_config_hook"](None, {})["disabledExtensions"] == [THEIR_BUTTON]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server above two courses, of which one asks for nbjudge; it is started in neither."""
    folder = tmp_path_factory.mktemp("asked")
    for name in ("plain", "judged"):
        make_course(folder / name, COURSES / "example")
    assert run_nbjudge(folder / "judged", "init").returncode == 0
    home = folder / "home"
    home.mkdir()
    command = [sys.executable, "-m", "jupyter_server", "--allow-root", *OPTIONS.split()]
    with running(command, home, folder) as server:
        server.folder = folder
        yield server


def page(server, path):
    """The code and the text that an address answers with."""
    authorization = {"Authorization": f"token {TOKEN}"}
    request = urllib.request.Request(f"{server.url}{path}", headers=authorization)
    try:
        with urllib.request.urlopen(request, timeout=300) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def open_course(server, path):
    """Open a course in formgrader as nbgrader's *Formgrader* of a folder does."""
    return page(server, f"/formgrader?path={urllib.parse.quote(str(path))}")[0]


OURS = "/formgrader/nbjudge/autograde.js"


def test_formgrader_is_nbgraders_until_a_course_asks(server):
    submissions = "/formgrader/manage_submissions/example"
    assert page(server, OURS)[0] == 404
    for course, ours in (("plain", False), ("judged", True), ("plain", False)):
        assert open_course(server, server.folder / course) == 200
        assert page(server, OURS)[0] == (200 if ours else 404), course
        code, text = page(server, submissions)
        assert code == 200 and ("nbjudge" in text) is ours, course
    assert open_course(server, "") == 200
    assert page(server, OURS)[0] == 404


def test_validate_is_nbgraders_where_nobody_asks(server):
    path = "judged/source/example/problem2.ipynb"
    answer = server.asked("/assignments/validate", {"path": path})
    assert answer["success"] is True
    assert "nbjudge" not in json.dumps(answer)


@pytest.mark.soak
def test_a_course_counts_where_the_server_is_started_elsewhere(tmp_path):
    """Jupyter's own folder says where the course is, as on many a hub."""
    course = make_course(tmp_path / "courses" / "judged", COURSES / "example")
    assert run_nbjudge(course, "init").returncode == 0
    home = tmp_path / "home"
    home.mkdir()
    said = f"c = get_config()\nc.CourseDirectory.root = {str(course)!r}\n"
    (home / "nbgrader_config.py").write_text(said)
    command = [sys.executable, "-m", "jupyter_server", "--allow-root", *OPTIONS.split()]
    with running(command, home, tmp_path) as server:
        assert page(server, OURS)[0] == 200
        path = "courses/judged/source/example/problem2.ipynb"
        answer = server.asked("/assignments/validate", {"path": path})
        assert "label" in answer["nbjudge"]
