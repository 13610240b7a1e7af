"""The course folder: it has moved, it is not set, or another file sets that of another course."""

import contextlib
import os

import pytest
from traitlets.config import Config

import nbjudge.gradebook.audit as audit
from nbjudge.commands.course import load_course
from nbjudge.course.course_root import BLOCK, sets_root
from nbjudge.errors import UsageError
from nbjudge_testing.commands import run_nbjudge

CALLS = "from nbjudge import log_manual_grading\nlog_manual_grading(c.CourseDirectory.root)\n"


@pytest.fixture
def make_folder(tmp_path):
    """Make a folder with a configuration of these lines; return the folder."""

    def make(name, *lines):
        folder = tmp_path / name
        folder.mkdir()
        text = "\n".join(["c = get_config()", *lines, ""])
        (folder / "nbgrader_config.py").write_text(text)
        return folder

    return make


@pytest.fixture
def home(make_folder, monkeypatch):
    """Write lines into the configuration of the person, and return its path."""

    def write(*lines):
        folder = make_folder("home", *lines)
        monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(folder))
        return folder / "nbgrader_config.py"

    return write


def load(folder, *traits):
    with contextlib.chdir(folder):
        return load_course("ps1", list(traits))[0]


@pytest.mark.parametrize("command", ["grade", "check", "feedback", "table"])
def test_a_course_folder_that_has_moved_is_named(make_folder, command):
    folder = make_folder("new", 'c.CourseDirectory.root = "/no/such/course"')
    finished = run_nbjudge(folder, command, "ps1")
    assert finished.returncode == 2
    assert finished.stderr == (
        "nbjudge: CourseDirectory.root is /no/such/course, which does not exist. Correct that line "
        f"in {folder}/nbgrader_config.py, or delete it if the course is in this folder.\n"
    )


def test_the_file_that_sets_a_wrong_folder_is_named(make_folder, home, tmp_path):
    file = tmp_path / "course.txt"
    file.write_text("")
    where = home(f"c.CourseDirectory.root = {str(file)!r}")
    folder = make_folder("here", "# c.CourseDirectory.root = 1")
    with pytest.raises(UsageError, match=rf"is {file}, which is not a folder.* in {where}, or"):
        load(folder)
    with pytest.raises(UsageError, match=r"/here/nowhere, which does not exist$"):
        load(folder, "--CourseDirectory.root=nowhere")


def test_a_root_that_is_not_set_is_the_folder_of_the_configuration(make_folder, monkeypatch):
    monkeypatch.setattr(audit, "_watched", set())
    monkeypatch.setattr(audit.event, "listen", lambda *_, **__: None)
    folder = make_folder("moved", CALLS)
    assert load(folder).root == str(folder)
    assert audit._watched == {folder.resolve()}


def test_a_command_says_that_it_works_on_another_course(make_folder, home, capsys):
    b = make_folder("b")
    where = home(f"c.CourseDirectory.root = {str(b)!r}")
    a = make_folder("a", BLOCK)
    assert load(a).root == str(b)
    said = capsys.readouterr().err
    assert f"works on the course in {b}, not on the one in this folder" in said
    assert f"because {where} sets CourseDirectory.root. " in said
    assert said.endswith(f": c.CourseDirectory.root = {str(a)!r}\n")
    # The advice works.
    config = a / "nbgrader_config.py"
    config.write_text(f"c = get_config()\n{BLOCK}\nc.CourseDirectory.root = {str(a)!r}\n")
    assert load(a).root == str(a)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("kind", ["no block", "a link", "command line"])
def test_nothing_is_said_of_a_course_that_was_meant(make_folder, home, capsys, tmp_path, kind):
    b = make_folder("b", BLOCK)
    home(f"c.CourseDirectory.root = {str(b)!r}")
    here, traits = make_folder("a", BLOCK), [f"--CourseDirectory.root={b}"]
    if kind == "no block":
        here, traits = make_folder("c"), []
    if kind == "a link":
        here, traits = tmp_path / "link", []
        os.symlink(b, here)
    assert load(here, *traits).root == str(b)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("lines", "sets"),
    [
        (["c.CourseDirectory['root'] = '/a'"], True),
        (["if c:", "    pass", "c.update({'CourseDirectory': {'root': '/a'}})"], True),
        (["load_subconfig('other.py')"], True),
        (['"""', "c.CourseDirectory.root = '/a'", '"""'], False),
        ([CALLS], False),
        (["c.CourseDirectory.root = '/a'", "raise SyntaxError"], False),
    ],
)
def test_a_file_sets_the_folder_in_any_way_of_python(make_folder, monkeypatch, lines, sets):
    monkeypatch.setattr(audit, "_watched", set())
    monkeypatch.setattr(audit.event, "listen", lambda *_, **__: None)
    folder = make_folder("course", *lines)
    (folder / "other.py").write_text("c.CourseDirectory.root = '/b'")
    assert sets_root(folder / "nbgrader_config.py") is sets


def test_a_json_file_sets_the_folder(tmp_path):
    (tmp_path / "nbgrader_config.json").write_text('{"CourseDirectory": {"root": "/a"}}')
    assert sets_root(tmp_path / "nbgrader_config.json")


def test_a_trait_that_a_file_has_not_set_is_lazy():
    """The type on which `log_manual_grading` relies."""
    assert isinstance(Config().CourseDirectory.root, audit.LazyConfigValue)
