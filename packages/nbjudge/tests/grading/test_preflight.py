"""A course that lacks something is refused or warned of, before anything is graded."""

import os
import re
import shutil

import nbformat
import pytest
from bs4 import BeautifulSoup
from traitlets import Bool
from traitlets.config import Config

from nbisolate import Cell, Limits, run_notebook
from nbjudge.errors import SandboxError, UsageError
from nbjudge.gradebook.definition import read_notebook
from nbjudge.grading.unknown_settings import known_classes, unknown_classes, unknown_traits
from nbjudge.plugins.execute import JudgeExecute
from nbjudge.runner import for_instructors, new_forkserver
from nbjudge_testing.commands import run_nbjudge
from nbjudge_testing.grading_course import (
    PS,
    database,
    grade,
    hand_in,
    make_course,
    rows_of,
    scores_of,
)
from nbjudge_testing.paths import ROOT

CELL = f"{PS}/adding/test-add-small"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("settings") / "course")
    hand_in(course, "amy")
    return course


WRONG = {
    "JudgeExecute.memory=5": "JudgeExecute has no trait memory. Did you mean memory_mb?",
    "JudgeExecute.time_limit=5": "has no trait time_limit (there are: cell_seconds, cpu_seconds, ",
    "CollectSettings.trust_timestamp=True": "CollectSettings has no trait trust_timestamp. Did ",
    "WatchLimits.per_days=5": "WatchLimits has no trait per_days. Did you mean per_day?",
    "CollectSetting.any=1": "no class CollectSetting is imported. Did you mean CollectSettings?",
    "Limits.per_day=5": "no class Limits is imported. Did you mean WatchLimits.per_day?",
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
    settings = ["--JudgeExecute.memory=5", "--JudgeExecute.preload=nosuchmodule"]
    finished = run_nbjudge(course, command, PS, *settings)
    assert finished.returncode == 2 and "Generating the release" not in finished.stderr
    assert finished.stderr.endswith(
        "nbjudge: The configuration is wrong:\n"
        "- JudgeExecute has no trait memory. Did you mean memory_mb?\n"
        "- JudgeExecute.preload lists nosuchmodule, which is not installed.\n"
    )


def test_a_setting_of_a_class_that_may_be_a_plugins_is_a_warning(course):
    printed = grade(course, "--OtherExporter.enabled=True", "--JudgeExecute.preload=json")
    assert "OtherExporter.enabled has no effect: no class OtherExporter is imported. If " in printed


class DerivedExecute(JudgeExecute):
    """A course's own preprocessor, with a setting of its own."""

    own = Bool(False).tag(config=True)


def test_settings_of_derived_classes_are_known():
    config = Config()
    config.DerivedExecute.own = config.JudgeExecute.own = True
    config.DerivedExecute.memory_mb = 500
    config.ValidateApp.JudgeExecute.sandbox = False
    config.ExchangeCollect.nothing = 1  # nbgrader's own classes are not checked
    assert [*unknown_traits(config), *unknown_classes(config)] == []
    config.ValidateApp.JudgeExecute.sandboxed = False
    assert list(unknown_traits(config)) == [
        "JudgeExecute has no trait sandboxed. Did you mean sandbox?"
    ]


def test_every_class_that_a_course_can_configure_is_known():
    page = (ROOT / "docs" / "public-api.md").read_text()
    listed = re.findall(r"^`nbjudge\.([A-Z]\w+)` \|[^|\n]*\|[^|\n]*`", page, flags=re.M)
    assert len(listed) > 5 and set(listed) <= known_classes().keys()


TAGGED = {
    "nbjudge:inprocess": "Did you mean nbjudge:in-process?",
    "nbjudge:with-tests": "Did you mean nbjudge:with-all-tests?",
    "nbjudge:xyz": "Did you mean nbjudge:in-process, nbjudge:with-all-tests "
    "or nbjudge:after-due-date?",
}


@pytest.mark.parametrize(("tag", "said"), TAGGED.items())
def test_a_tag_that_does_not_exist_is_refused(course, tmp_path, tag, said):
    mine = shutil.copytree(course, tmp_path / "course")
    path = mine / "source" / PS / "adding.ipynb"
    notebook = nbformat.read(path, as_version=4)
    (cell,) = [each for each in notebook.cells if grade_id_of(each) == "test-add-small"]
    cell.metadata["tags"] = ["nbjudge:in-process", tag, "another:tag"]
    nbformat.write(notebook, path)
    sentence = f"source/{PS}/adding.ipynb, cell test-add-small: there is no tag {tag}. {said}"
    for command in ("check", "grade", "watch"):
        finished = run_nbjudge(mine, command, PS)
        assert finished.returncode == 2 and sentence in finished.stderr
    config = Config()
    config.CourseDirectory.root = str(mine)
    place = {"assignment": PS, "notebook": "adding", "db_url": database(mine)}
    with pytest.raises(UsageError, match=re.escape(sentence)):  # as in `nbgrader autograde`
        read_notebook(place, config)


def grade_id_of(cell) -> str | None:
    return cell.metadata.get("nbgrader", {}).get("grade_id")


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
    one = ("--notebook=adding", "--JudgeExecute.preload=nosuchmodule")
    assert command in run_nbjudge(mine, "check", PS, *one).stderr
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
    with pytest.raises(SandboxError) as raised, for_instructors():
        run_notebook(
            cells=[Cell("1")],
            support=tmp_path,
            work=tmp_path,
            limits=Limits(),
            sandboxed=True,
            forkserver=new_forkserver(),
        )
    text = str(raised.value)
    assert "setting up uid map: Permission denied" in text
    assert 0 < text.index("'Where it runs' in ") < text.index("use-nbjudge.md")
    assert text.index("use-nbjudge.md") < text.index("sandbox = False")
    page = (ROOT / "docs" / "use-nbjudge.md").read_text()
    section = page.partition("## Where it runs\n")[2].partition("\n## ")[0]
    assert all(system in section for system in ("Ubuntu", "WSL", "container"))


def test_the_container_of_the_page_has_the_rights_of_the_devcontainer():
    container = ROOT.parent.parent / ".devcontainer" / "devcontainer.json"
    (listed,) = re.findall(r'"runArgs": \[(.*)\]', container.read_text())
    command = (ROOT / "docs" / "use-nbjudge.md").read_text().partition("docker run ")[2]
    asked = {word for word in command.split("\n")[0].split() if word.startswith("--")}
    assert set(re.findall(r'"([^"]+)"', listed)) == asked
