"""No course that submissions could read is graded; what other accounts can read is said."""

import dataclasses
import os
import stat
import sys
import tempfile
from pathlib import Path

import pytest
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import abc
from nbgrader.exchange.default import ExchangeCollect, ExchangeReleaseFeedback
from traitlets.config import Config

import nbisolate
import nbjudge
from nbjudge import runner
from nbjudge.commands.course import load_course
from nbjudge.course import permissions
from nbjudge.errors import SandboxError
from nbjudge.grading.preflight import ADVISED, REFUSED, WARNED, Course, look


@pytest.fixture
def other_python(monkeypatch):
    """Return a function that moves the environment of this Python to another folder."""

    def move(folder):
        monkeypatch.setattr(sys, "prefix", str(folder))
        # The application remembers the folders of its Python.
        monkeypatch.setattr(runner, "NBJUDGE", dataclasses.replace(runner.NBJUDGE))

    return move


def course(root, url="sqlite:////srv/gradebook.db"):
    return CourseDirectory(root=str(root), db_url=url)


def test_environment_in_the_course(tmp_path, other_python):
    """As `python -m venv .` makes it."""
    permissions.refuse_course_in_sight(course(tmp_path))
    other_python(tmp_path)
    with pytest.raises(SandboxError, match="so submissions could read"):
        permissions.refuse_course_in_sight(course(tmp_path))
    with pytest.raises(SandboxError, match="so submissions could read"):
        permissions.refuse_course_in_sight(course("/srv", f"sqlite:///{tmp_path}/grades/book.db"))


def test_environment_beside_the_course(tmp_path, other_python):
    (tmp_path / ".venv").mkdir()
    other_python(tmp_path / ".venv")
    permissions.refuse_course_in_sight(course(tmp_path))


def test_link_to_the_course(tmp_path):
    (tmp_path / "link").symlink_to("/usr/share")
    with pytest.raises(SandboxError, match="is in /usr"):
        permissions.refuse_course_in_sight(course(tmp_path / "link"))


@pytest.mark.parametrize(
    ("kind", "trait", "value"),
    [
        ("CourseDirectory", "source_directory", "/usr/local/course/source"),
        ("CourseDirectory", "submitted_directory", "/usr/local/course/submitted"),
        ("CourseDirectory", "autograded_directory", "/usr/local/course/autograded"),
        ("CourseDirectory", "feedback_directory", "/usr/local/course/feedback"),
        ("CourseDirectory", "db_url", "sqlite:////usr/local/book.db"),
        ("CourseDirectory", "db_url", "sqlite:///file:/usr/local/book.db?uri=true"),
        ("CourseDirectory", "db_url", "sqlite:///file:///usr/%6cocal/book.db?uri=true"),
        ("Exchange", "root", "/usr/local/exchange"),
        ("Exchange", "cache", "/usr/share/cache"),
        ("CourseDirectory", "source_directory", "/usr/share/fonts/source"),
        ("CourseDirectory", "source_directory", f"{sys.prefix}/course/source"),
        ("CourseDirectory", "source_directory", str(Path(nbjudge.__file__).with_name("source"))),
        ("CourseDirectory", "source_directory", str(Path(nbisolate.__file__).with_name("source"))),
    ],
)
def test_every_folder_of_the_course_and_the_exchange(tmp_path, kind, trait, value):
    config = Config()
    config.CourseDirectory.root = str(tmp_path)
    config.CourseDirectory.db_url = "sqlite:////srv/gradebook.db"
    config[kind][trait] = value
    with pytest.raises(SandboxError, match="so submissions could read"):
        permissions.refuse_course_in_sight(CourseDirectory(config=config))


def test_an_exchange_that_the_courses_file_names_is_seen_by_the_command(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nbgrader_config.py").write_text(
        "c = get_config()\n"
        "c.CourseDirectory.db_url = 'sqlite:////srv/gradebook.db'\n"
        "c.Exchange.root = '/usr/local/exchange'\n"
    )
    with pytest.raises(SandboxError, match="/usr/local/exchange is in /usr"):
        permissions.refuse_course_in_sight(load_course("ps", [])[0])


def test_the_default_exchange_is_hidden_and_not_refused(tmp_path):
    config = Config()
    config.Exchange.root = "/usr/local/share/nbgrader/exchange"
    config.CourseDirectory.root = str(tmp_path)
    permissions.refuse_course_in_sight(CourseDirectory(config=config))


@pytest.fixture
def open_course():
    """A course in a folder that every user can enter, with a gradebook; and its configuration."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "source").mkdir(mode=0o755)
        (root / "gradebook.db").touch(mode=0o644)
        for path, mode in ((root, 0o755), (root / "source", 0o755), (root / "gradebook.db", 0o644)):
            path.chmod(mode)
        config = Config()
        config.CourseDirectory.root = folder
        yield root, config


def said(config):
    course = Course(CourseDirectory(config=config), config, here=False)
    return [str(problem) for problem in look(course, WARNED, ADVISED)]


def test_a_course_that_others_can_read_is_named(open_course):
    root, config = open_course
    first, second = said(config)
    assert first.startswith(f"Every user of this machine can read {root / 'source'}.")
    assert second.startswith(f"Every user of this machine can read {root / 'gradebook.db'}.")
    (root / "gradebook.db").chmod(0o640)
    assert len(said(config)) == 1
    root.chmod(0o710)
    assert said(config) == []


def test_collecting_with_the_class_of_nbgrader_is_named(open_course):
    root, config = open_course
    root.chmod(0o700)
    config.CourseDirectory.course_id = "course"
    for trait, kind in (("collect", "Collect"), ("release_feedback", "ReleaseFeedback")):
        own = f"nbjudge.JudgeExchange{kind}"
        (sentence,) = [each for each in said(config) if own in each]
        assert f".Exchange{kind} is in use" in sentence
        assert f'c.ExchangeFactory.{trait} = "{own}"' in sentence
        config.ExchangeFactory[trait] = f"test_exposure.Own{kind}"
        assert any(f"test_exposure.Own{kind} is in use" in each for each in said(config))
        config.ExchangeFactory[trait] = own
    assert said(config) == []


class OwnCollect(ExchangeCollect):
    """A course's own, which does not say what it trusts."""


class OwnReleaseFeedback(ExchangeReleaseFeedback):
    """Another one."""


class OtherExchange(abc.ExchangeCollect):
    """Of an exchange without folders of students, as ngshare's is."""


@pytest.mark.parametrize("hardened", [False, True])
def test_another_exchange_is_refused_for_a_class_of_strangers(open_course, hardened):
    root, config = open_course
    root.chmod(0o700)
    config.CourseDirectory.course_id = "course"
    config.ExchangeFactory.release_feedback = "nbjudge.JudgeExchangeReleaseFeedback"
    config.ExchangeFactory.collect = "test_exposure.OtherExchange"
    config.JudgeExecute.require_hardening = hardened
    course = Course(CourseDirectory(config=config), config, here=False)
    lines = [str(problem) for problem in look(course, REFUSED)]
    assert any("test_exposure.OtherExchange is in use" in line for line in lines) == hardened
    assert said(config) == []


@pytest.mark.parametrize(("shared", "mode"), [(False, "-rw-------"), (True, "-rw-rw----")])
def test_what_a_course_writes_is_for_its_user_or_group(tmp_path, shared, mode):
    config = Config()
    if shared:
        config.CourseDirectory.groupshared = True
    config.GenerateFeedback.permissions = 644
    before = os.umask(0)
    try:
        permissions.restrict_permissions(config)
        (tmp_path / "book.db").touch(mode=0o666)
    finally:
        os.umask(before)
    assert stat.filemode((tmp_path / "book.db").stat().st_mode) == mode
    assert config.Autograde.permissions == (660 if shared else 400)
    assert config.GenerateFeedback.permissions == 644
