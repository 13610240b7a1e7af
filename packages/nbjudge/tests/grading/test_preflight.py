"""A course that lacks something is refused or warned of, before anything is graded."""

import os
import re
import shutil

import pytest
from bs4 import BeautifulSoup
from commands import run_nbjudge
from grading_course import PS, database, grade, hand_in, make_course, rows_of, scores_of
from package_root import ROOT

from nbjudge.errors import SandboxError
from nbjudge.processes.preload import is_importable
from nbjudge.sandbox.bubblewrap import Sandbox
from nbjudge.sandbox.limits import Limits

CELL = f"{PS}/adding/test-add-small"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("settings") / "course")
    hand_in(course, "amy")
    return course


WRONG = {
    "JudgeExecute.time_limit=5": "JudgeExecute has no trait time_limit",
    "CollectSettings.trust_timestamp=True": "CollectSettings has no trait trust_timestamp",
    f"JudgeExecute.in_process={PS}/none/none": f"lists {PS}/none/none, but there is no such test",
    f"JudgeExecute.in_process={CELL}s": f"lists {CELL}s, but there is no such test cell",
    "JudgeExecute.in_process=lab/none/none": "lists lab/none/none, but there is no such test cell",
    f"JudgeExecute.in_process={PS}/adding/add": "there is no such test cell",
    "JudgeExecute.in_process=test-add-small": "there is no such test cell",
    "JudgeExecute.preload=nosuchmodule": "lists nosuchmodule, which is not installed",
    "JudgeExecute.preload=json.none": "lists json.none, which is not installed",
}


@pytest.mark.parametrize(("setting", "said"), WRONG.items())
def test_nothing_is_graded_with_a_setting_of_nothing(course, setting, said):
    before = rows_of(database(course))
    printed = grade(course, f"--{setting}", expect=2)
    assert "nbjudge: The configuration is wrong:\n- " in printed
    assert said in printed
    assert rows_of(database(course)) == before and not (course / "autograded").exists()


@pytest.mark.parametrize("command", ["check", "watch"])
def test_the_other_commands_that_grade_refuse_it_too(course, command):
    settings = ["--JudgeExecute.time_limit=5", "--JudgeExecute.preload=nosuchmodule"]
    finished = run_nbjudge(course, command, PS, *settings)
    assert finished.returncode == 2 and "Generating the release" not in finished.stderr
    assert finished.stderr.endswith(
        "nbjudge: The configuration is wrong:\n- JudgeExecute has no trait time_limit\n"
        "- JudgeExecute.preload lists nosuchmodule, which is not installed.\n"
    )


def test_all_commands_and_the_report_read_the_same_list(course, tmp_path):
    """Of one condition for each severity; test_hardening.py turns the warning into a refusal."""
    root = tmp_path / "exchange"
    root.mkdir()
    root.chmod(0o777)
    mine, command = shutil.copytree(course, tmp_path / "course"), f"`chmod +t {root}`"
    mine.chmod(0o700)
    with open(mine / "nbgrader_config.py", "a") as file:
        file.write(f"c.Exchange.root = {str(root)!r}\n")
    stock = "--Autograde.autograde_preprocessors=nbgrader.preprocessors.Execute"
    assert command in run_nbjudge(mine, "check", PS, "--JudgeExecute.preload=nosuchmodule").stderr
    said = run_nbjudge(mine, "grade", PS)
    assert said.returncode == 0 and command in said.stderr
    again = run_nbjudge(mine, "grade", PS, stock).stderr  # once a day, and each problem by itself
    assert command not in again and "unsandboxed" in again
    run_nbjudge(mine, "report", PS)
    page = BeautifulSoup((mine / f"{PS}-report.html").read_text(), "html.parser")
    shown = [code.text for one in page.find_all(class_="warning") for code in one.find_all("code")]
    assert shown.count(command.strip("`")) == 1


def test_settings_of_something_are_believed(course):
    settings = [f"JudgeExecute.in_process={CELL}", "JudgeExecute.preload=json.tool"]
    settings += ["JudgeExecute.preload=colorsys"]
    assert "1 graded" in grade(course, *(f"--{setting}" for setting in settings))
    assert scores_of(course, "amy")["test-add-small"] == 2


def test_a_cell_of_an_assignment_whose_source_is_gone_is_in_the_gradebook(tmp_path):
    course = make_course(tmp_path / "course")
    hand_in(course, "amy")
    (course / "source" / PS / "adding.ipynb").unlink()
    grade(course, f"--JudgeExecute.in_process={CELL}")
    grade(course, f"--JudgeExecute.in_process={CELL}s", expect=2)


def test_a_module_is_found_without_importing_it():
    assert is_importable("os.path") and is_importable("xml.dom.minidom")
    assert not is_importable("xml.nothing") and not is_importable("") and not is_importable(".a")


def test_check_asks_for_bubblewrap_before_it_grades(course, tmp_path):
    before = ("env", f"PATH={tmp_path}")
    finished = run_nbjudge(course, "check", PS, "--JudgeExecute.sandbox=True", before=before)
    assert finished.returncode == 1 and "Traceback" not in finished.stderr
    # The sentence on control groups may stand before it, on a machine without them.
    last = finished.stderr.splitlines()[-1]
    assert last.startswith("nbjudge: Cannot grade: bubblewrap is not installed")


def test_a_sandbox_that_the_system_refuses_points_to_the_page_first(tmp_path, monkeypatch):
    """As on Ubuntu 24.04 without a profile, or in a container."""
    program = tmp_path / "bwrap"
    program.write_text(
        "#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(SandboxError) as raised:
        print(Sandbox(Limits()).pid)
    text = str(raised.value)
    assert "setting up uid map: Permission denied" in text
    assert 0 < text.index("'Where it runs' in ") < text.index("adopt.md")
    assert text.index("adopt.md") < text.index("sandbox = False")
    page = (ROOT / "docs" / "adopt.md").read_text()
    section = page.partition("## Where it runs\n")[2].partition("\n## ")[0]
    assert all(system in section for system in ("Ubuntu", "WSL", "container"))


def test_the_container_of_the_page_has_the_rights_of_the_devcontainer():
    container = ROOT.parent.parent / ".devcontainer" / "devcontainer.json"
    (listed,) = re.findall(r'"runArgs": \[(.*)\]', container.read_text())
    command = (ROOT / "docs" / "adopt.md").read_text().partition("docker run ")[2]
    asked = {word for word in command.split("\n")[0].split() if word.startswith("--")}
    assert set(re.findall(r'"([^"]+)"', listed)) == asked
