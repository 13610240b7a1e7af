"""A class of strangers is not graded without what protects it, and the command says what to do."""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from nbisolate import ForkServer
from nbjudge.adopt.hardening import refuse_unhardened
from nbjudge.commands.course import load_course
from nbjudge.errors import UsageError
from nbjudge.grading.preflight import Course
from nbjudge_testing.commands import run_nbjudge
from nbjudge_testing.grading_course import PS, database, grade, hand_in, make_course

ADD, DOUBLE = f"{PS}/adding/test-add-large", f"{PS}/doubling/test-double-large"
SAFE = f"""
from nbjudge.course.permissions import restrict_permissions
restrict_permissions(c)
c.ExchangeFactory.collect = "nbjudge.JudgeExchangeCollect"
c.ExchangeFactory.release_feedback = "nbjudge.JudgeExchangeReleaseFeedback"
c.JudgeExecute.require_hardening = True
c.Report.forgeable = {{
    "{ADD}": "LARGE = 0",
    "{DOUBLE}": "LARGE = 0",
}}
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A course that is closed, and names the test cells that trust a submission."""
    folder = make_course(tmp_path_factory.mktemp("require_hardening") / "course", SAFE)
    folder.chmod(0o700)
    hand_in(folder, "ann")
    return folder


@pytest.fixture
def course(made, tmp_path):
    """A copy of it."""
    return shutil.copytree(made, tmp_path / "course")


@pytest.fixture
def lacking(course, monkeypatch):
    """Return what is missing for a class of strangers, on a machine that lacks nothing."""
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    monkeypatch.setattr(ForkServer, "no_control_groups", staticmethod(lambda: None))

    def lacking(*traits: str, folder=course) -> list[str]:
        monkeypatch.chdir(folder)
        coursedir, config = load_course(PS, list(traits))
        try:
            lacking.named = refuse_unhardened(Course(coursedir, config))
        except UsageError as error:
            return str(error).split("\n- ")[1:]
        return []

    return lacking


def test_where_nothing_is_missing_strangers_are_graded(lacking):
    assert lacking() == []
    assert lacking.named == [
        f"{path} (3 points) can be forged by LARGE = 0" for path in (ADD, DOUBLE)
    ]


@pytest.mark.parametrize(
    ("trait", "said"),
    [
        ("--JudgeExecute.sandbox=False", "There is no sandbox"),
        ("--ExchangeCollect.check_owner=False", "submit under each other's names"),
        *(
            (f"--ExchangeFactory.{trait}=nbgrader.exchange.default.{kind}", f"{kind} is in use")
            for trait, kind in (
                ("collect", "ExchangeCollect"),
                ("release_feedback", "ExchangeReleaseFeedback"),
            )
        ),
        (
            f"--JudgeExecute.in_process={PS}/adding/test-add-small",
            "work without the tag nbjudge:in-process",
        ),
        ("--Autograde.autograde_preprocessors=nbgrader.preprocessors.ClearOutput", "no sandbox"),
    ],
)
def test_each_setting_that_gives_something_up_is_named(lacking, trait, said):
    (line,) = lacking(trait)
    assert said in line


def test_a_course_without_a_judge_is_refused(lacking):
    lines = lacking("--Autograde.autograde_preprocessors=nbgrader.preprocessors.Execute")
    assert len(lines) == 2 and all("sandbox" in line for line in lines)


def test_an_exchange_whose_folders_others_can_replace_is_refused(lacking, tmp_path):
    root = tmp_path / "exchange"
    for mode in (0o777, 0o1777):
        root.mkdir(exist_ok=True)
        root.chmod(mode)
        lines = lacking(f"--Exchange.root={root}")
        assert [f"`chmod +t {root}`" in line for line in lines] == [True] * (mode == 0o777)


def test_a_course_that_others_can_read_is_refused(lacking, course):
    """The folders that pytest makes are closed, so it lies in another one."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        if not all(each.stat().st_mode & stat.S_IXOTH for each in path.parents):
            pytest.skip(f"nobody else may enter {path.parent}")
        copy = shutil.copytree(course, path / "course")
        for each in (path, copy, copy / "source", copy / "source" / PS):
            each.chmod(0o755)
        assert any(f"chmod o-rwx {copy}" in line for line in lacking(folder=copy))


def test_machines_without_control_groups_and_root_are_refused(course):
    """As it is here: the tests run as root, or without control groups, or both."""
    said = run_nbjudge(course, "grade", PS)
    if os.getuid() and ForkServer.no_control_groups() is None:
        assert said.returncode == 0
        return
    assert said.returncode == 2 and not (course / "autograded").exists()
    assert ("grading as root." in said.stderr) == (os.getuid() == 0)
    assert ("No control groups" in said.stderr) == (ForkServer.no_control_groups() is not None)
    watch = run_nbjudge(course, "watch", PS)
    assert watch.returncode == 2 and "Nothing is graded until" in watch.stderr
    grade(course, "--JudgeExecute.require_hardening=False")


def test_a_test_cell_that_can_be_forged_must_be_named(lacking, course):
    """Two test cells take `LARGE` from an instructor cell; a submission can reassign its names."""
    config = course / "nbgrader_config.py"
    config.write_text(config.read_text().replace(f'    "{ADD}": "LARGE = 0",\n', ""))
    (line,) = lacking()
    assert f"forge the points of {ADD} (see nbjudge check {PS})" in line


def test_a_test_cell_that_cannot_be_forged_is_named_apart(lacking, course):
    config = course / "nbgrader_config.py"
    without = config.read_text().replace(f'    "{ADD}": "LARGE = 0",\n', "")
    config.write_text(f'{without}c.Report.not_forgeable = {{"{ADD}": "the sums are known"}}\n')
    assert lacking() == []
    assert lacking.named == [f"{DOUBLE} (3 points) can be forged by LARGE = 0"]


def test_a_test_cell_is_not_both_forgeable_and_not(lacking, course):
    config = course / "nbgrader_config.py"
    config.write_text(f'{config.read_text()}c.Report.not_forgeable = {{"{ADD}": "the sums"}}\n')
    (line,) = lacking()
    assert f"Both c.Report.forgeable and c.Report.not_forgeable list {ADD}." in line


def test_a_test_cell_without_points_needs_no_name(lacking, course):
    config = course / "nbgrader_config.py"
    config.write_text(config.read_text().replace(f'    "{ADD}": "LARGE = 0",\n', ""))
    with Gradebook(database(course)) as gradebook:
        gradebook.find_grade_cell("test-add-large", "adding", PS).max_score = 0
        gradebook.db.commit()
    assert lacking() == []
    assert lacking("--JudgeExecute.in_process=" + ADD) == []


def test_without_source_nobody_can_say_what_a_test_trusts(lacking, course):
    (course / "source" / PS / "adding.ipynb").rename(course / "adding.ipynb")
    assert any("adding.ipynb is missing" in line for line in lacking())


AUTOGRADE = """
import os
from nbgrader.apps import NbGraderApp
os.getuid = lambda: {user}
NbGraderApp.launch_instance(["autograde", "{assignment}", *{more}])
"""


@pytest.mark.parametrize(
    ("user", "more", "asks_for"),
    [
        (0, [], "a sandbox, and an account that is not root"),
        (1000, ["--JudgeExecute.sandbox=False"], "a sandbox, and an account that is not root"),
        (1000, [], "control groups on each machine that grades"),
    ],
)
def test_nbgraders_own_command_refuses_strangers_too(course, user, more, asks_for):
    script = AUTOGRADE.format(user=user, assignment=PS, more=more)
    said = subprocess.run(
        [sys.executable, "-c", script], cwd=course, capture_output=True, text=True
    ).stderr
    refused = f"JudgeExecute.require_hardening requires {asks_for}" in said
    # With control groups here, nothing is missing.
    here = "groups" in asks_for and ForkServer.no_control_groups() is None
    assert refused != here and (course / "autograded" / "ann" / PS).exists() == here, said
