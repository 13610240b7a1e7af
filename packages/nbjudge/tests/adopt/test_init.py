"""`nbjudge init` adds lines to a course's configuration, and takes exactly these out again."""

import fnmatch
import shutil

import pytest
from nbgrader.converters import Autograde, GenerateAssignment

import nbjudge as nbjudge_package
from nbjudge.adopt.init import BEGIN, END
from nbjudge.cli import main
from nbjudge.commands.course import load_course
from nbjudge.configuration import autograde_chain
from nbjudge.course.daily_notices import SAID
from nbjudge.errors import ExitCode
from nbjudge.files.folders import ASKED_LOCK, LOCK, WATCH_LOCK
from nbjudge.gradebook.audit import AUDIT
from nbjudge.grading.chain import is_judged
from nbjudge_testing import sample_course
from nbjudge_testing.commands import run_nbgrader
from nbjudge_testing.small_courses import COURSES, make_course

# A course that has changed the lists that nbjudge changes.
OWN_CHAIN = """
c.Autograde.autograde_preprocessors = [
    "nbgrader.preprocessors.Execute",
    "nbgrader.preprocessors.SaveAutoGrades",
]
c.CourseDirectory.ignore = ["*.tmp"]
"""


@pytest.fixture
def own_course(tmp_path):
    return make_course(tmp_path / "course", COURSES / "example", OWN_CHAIN)


def configuration(course, monkeypatch):
    """What the course's configuration says; nothing listens to the gradebooks of this process."""
    monkeypatch.chdir(course)
    monkeypatch.setattr(nbjudge_package, "log_manual_grading", lambda root: None)
    return load_course("", [])[1]


@pytest.fixture
def nbjudge(monkeypatch, capsys):
    """Run `nbjudge ARGUMENTS` in a folder; give the exit code, what it printed, and its errors."""

    def run(folder, *arguments):
        monkeypatch.chdir(folder)
        code = main(list(arguments))
        return code, *capsys.readouterr()

    return run


def test_what_is_added_is_shown_and_keeps_the_lists_of_the_course(own_course, nbjudge, monkeypatch):
    before = (own_course / "nbgrader_config.py").read_text()
    code, printed, errors = nbjudge(own_course, "init")
    assert code == 0, errors
    after = (own_course / "nbgrader_config.py").read_text()
    block = after.removeprefix(before).strip("\n")
    assert after.startswith(before) and block.startswith(BEGIN) and block.endswith(END)
    assert block in printed
    assert f"{AUDIT}, {SAID} and lock files (.nbjudge*.lock)" in printed
    assert len(fnmatch.filter([LOCK, WATCH_LOCK, ASKED_LOCK], ".nbjudge*.lock")) == 3
    config = configuration(own_course, monkeypatch)
    names = [kind.__name__ for kind in autograde_chain(config)]
    assert names == ["JudgeExecute", "SaveAutoGrades"]
    sanitize = Autograde(config=config).sanitize_preprocessors
    assert sanitize[0] == "nbjudge.RepairNotebook" and len(sanitize) == 6
    assert config.OverwriteCells.add_missing_cells is True
    assert config.CourseDirectory.ignore == ["*.tmp", "nbjudge.json"]
    assert config.GenerateFeedback.preprocessors[:2] == [
        "nbjudge.JudgeGetGrades",
        "nbjudge.HideHiddenTests",
    ]
    assert config.GenerateFeedback.exporter_class == "nbjudge.FeedbackExporter"
    assert config.ExchangeFactory.collect == "nbjudge.JudgeExchangeCollect"
    assert config.ZipCollectApp.extractor_plugin == "nbjudge.SafeExtractor"
    assert config.ZipCollectApp.collector_plugin == "nbjudge.StudentIdCollector"
    stages = GenerateAssignment(config=config).preprocessors
    assert stages[-1] == "nbjudge.WarnUnchecked" and len(stages) > 5
    assert config.ExchangeFactory.release_feedback == "nbjudge.JudgeExchangeReleaseFeedback"


def test_an_exporter_of_the_course_stays(tmp_path, nbjudge, monkeypatch):
    own = 'c.GenerateFeedback.exporter_class = "nbconvert.exporters.HTMLExporter"\n'
    course = make_course(tmp_path / "course", COURSES / "example", own)
    assert nbjudge(course, "init")[0] == ExitCode.OK
    config = configuration(course, monkeypatch)
    assert config.GenerateFeedback.exporter_class == "nbconvert.exporters.HTMLExporter"
    # What reads the gradebook for each page by itself.
    assert config.GenerateFeedback.preprocessors[0] == "nbgrader.preprocessors.GetGrades"


@pytest.mark.parametrize("root", [None, "elsewhere"], ids=["its own folder", "another folder"])
def test_points_given_by_hand_are_noted_where_the_course_is(tmp_path, nbjudge, monkeypatch, root):
    (tmp_path / "elsewhere").mkdir()
    own = f"c.CourseDirectory.root = {str(tmp_path / root)!r}\n" if root else ""
    course = make_course(tmp_path / "course", COURSES / "example", own)
    assert nbjudge(course, "init")[0] == ExitCode.OK
    noted = []
    monkeypatch.setattr(nbjudge_package, "log_manual_grading", noted.append)
    coursedir, _ = load_course("", [])
    assert {str(place) for place in noted} == {coursedir.root}
    assert coursedir.root == str(tmp_path / (root or "course"))


def test_without_a_sandbox_grading_refuses_or_says_so(tmp_path, nbjudge):
    """Stock nbgrader runs submissions with the grader's rights: nobody gets that unasked."""
    course = make_course(tmp_path / "course", COURSES / "example")
    run_nbgrader(course, "generate_assignment", "example")
    shutil.copytree(course / "release" / "example", course / "submitted" / "ann" / "example")
    code, _, errors = nbjudge(course, "grade", "example", "--workers=1")
    assert code == ExitCode.USAGE_ERROR and "`nbjudge init`" in errors and "unsandboxed" in errors
    assert not (course / "autograded").exists()
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(OWN_CHAIN)
    code, printed, errors = nbjudge(course, "grade", "example", "--workers=1")
    assert code == ExitCode.OK and "1 graded" in printed
    assert "nbjudge: Submissions run in nbgrader's Execute, unsandboxed and with your" in errors
    assert "never checked" not in errors
    nbjudge(course, "init")
    code, printed, errors = nbjudge(course, "grade", "example", "--workers=1")
    assert code == ExitCode.OK and "1 graded" in printed and "unsandboxed" not in errors
    assert (
        "nbjudge: example has not been checked since its last change (problem1, problem2)" in errors
    )


def test_undo_takes_out_what_was_added_and_nothing_else(own_course, nbjudge):
    path = own_course / "nbgrader_config.py"
    before = path.read_text()
    nbjudge(own_course, "init")
    path.write_text(path.read_text() + "c.Autograde.create_student = False\n")
    code, printed, errors = nbjudge(own_course, "init", "--undo")
    assert code == 0, errors
    (line,) = printed.splitlines()
    assert line.startswith("Removed nbjudge from nbgrader_config.py. Restart JupyterLab to ")
    assert path.read_text() == before + "c.Autograde.create_student = False\n"
    code, printed, _ = nbjudge(own_course, "init", "--undo")
    assert code == 0
    assert printed == "nbgrader_config.py does not use nbjudge: nothing to do\n"


def test_a_second_init_adds_nothing(own_course, nbjudge):
    nbjudge(own_course, "init")
    once = (own_course / "nbgrader_config.py").read_text()
    code, printed, _ = nbjudge(own_course, "init")
    assert code == 0
    assert printed == "nbgrader_config.py already uses nbjudge: nothing to do\n"
    assert (own_course / "nbgrader_config.py").read_text() == once


OLDER = f"""
c.CourseDirectory.course_id = "small"
{BEGIN}
from nbjudge.a_module_of_an_older_version import something
something(c)
c.ZipCollectApp.extractor_plugin = "nbjudge.a_module_of_an_older_version.Extract"
{END}
c.Autograde.create_student = False
"""


def test_the_lines_of_another_version_are_rewritten_in_their_place(tmp_path, nbjudge, monkeypatch):
    course = make_course(tmp_path / "course", COURSES / "example")
    path = course / "nbgrader_config.py"
    path.write_text(OLDER)
    code, _, errors = nbjudge(course, "grade", "example")
    assert code == ExitCode.USAGE_ERROR  # they are not understood
    assert "No module named 'nbjudge.a_module_of_an_older_version'" in errors
    assert (
        "from nbjudge import" in errors and "public-api.md" in errors and "nbjudge init" in errors
    )
    code, printed, errors = nbjudge(course, "init")
    assert code == ExitCode.OK, errors
    head, *changes = printed.splitlines()
    assert head == "Rewrote nbjudge's block in nbgrader_config.py:"
    assert "- something(c)" in changes and "+ restrict_permissions(c)" in changes
    text = path.read_text()
    assert text.startswith(OLDER.partition(BEGIN)[0] + BEGIN)
    assert text.endswith(OLDER.partition(END)[1] + OLDER.partition(END)[2])
    assert text.count(BEGIN) == text.count(END) == 1 and "older" not in text
    assert is_judged(autograde_chain(configuration(course, monkeypatch)))
    # It is what a new course gets.
    path.write_text('c.CourseDirectory.course_id = "small"\nc.Autograde.create_student = False\n')
    nbjudge(course, "init")
    assert path.read_text().partition(BEGIN)[2] in text.partition(BEGIN)[2]


@pytest.mark.parametrize(
    ("line", "path"),
    [
        (
            'c.Autograde.autograde_preprocessors = ["nbjudge.plugins.OfAnOlderVersion"]',
            "nbjudge.plugins.OfAnOlderVersion",
        ),
        ('c.ExchangeFactory.collect = "nbjudge.plugins.Older"', "nbjudge.plugins.Older"),
        ('c.ExchangeFactory.collect = "nbjudge.older.Collect"', "nbjudge.older.Collect"),
    ],
    ids=["in a list", "a trait", "a module"],
)
def test_a_path_of_another_version_is_named_with_what_to_write(tmp_path, nbjudge, line, path):
    course = make_course(tmp_path / "course", COURSES / "example")
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(f"\n{line}\n")
    code, _, errors = nbjudge(course, "grade", "example")
    assert code == ExitCode.USAGE_ERROR
    last = errors.splitlines()[-1]
    assert path in last and "public-api.md" in last and "nbjudge init" in last


def test_a_path_of_somebody_else_gets_no_advice_on_ours(tmp_path, nbjudge):
    course = make_course(tmp_path / "course", COURSES / "example")
    with (course / "nbgrader_config.py").open("a") as config:
        config.write('\nc.Autograde.autograde_preprocessors = ["json.Nothing"]\n')
    code, _, errors = nbjudge(course, "grade", "example")
    assert code == ExitCode.USAGE_ERROR
    assert "json.Nothing cannot be imported" in errors and "public-api.md" not in errors


def test_a_file_that_cannot_be_read_without_the_older_lines_stays(tmp_path, nbjudge):
    course = make_course(tmp_path / "course", COURSES / "example")
    path = course / "nbgrader_config.py"
    path.write_text(text := OLDER + "raise OSError\n")
    code, _, errors = nbjudge(course, "init")
    assert code == ExitCode.USAGE_ERROR and "The configuration is wrong: OSError" in errors
    assert path.read_text() == text


def test_a_group_that_another_file_of_the_machine_sets_shares_the_course(
    tmp_path, nbjudge, monkeypatch
):
    """Traitlets has not merged that file when the course's runs."""
    elsewhere = tmp_path / "etc"
    elsewhere.mkdir()
    (elsewhere / "nbgrader_config.py").write_text("c.CourseDirectory.groupshared = True\n")
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", str(elsewhere))
    course = make_course(tmp_path / "course", COURSES / "example")
    assert nbjudge(course, "init")[0] == ExitCode.OK
    assert configuration(course, monkeypatch).Autograde.permissions == 660
    monkeypatch.delenv("JUPYTER_CONFIG_PATH")
    (course / "nbgrader_config.py").write_text("c = get_config()\n")
    assert nbjudge(course, "init")[0] == ExitCode.OK
    assert configuration(course, monkeypatch).Autograde.permissions == 400


@pytest.mark.parametrize("command", ["check", "grade", "feedback", "report", "table"])
def test_outside_of_a_course_the_cause_is_said(tmp_path, nbjudge, command):
    code, _, errors = nbjudge(tmp_path, command, "hw")
    assert code == ExitCode.USAGE_ERROR
    last = errors.splitlines()[-1]
    assert (
        last
        == "nbjudge: There is no nbgrader_config.py here. Run this command in the course folder."
    )


def test_before_init_grade_says_that_and_nothing_else(tmp_path, nbjudge):
    """Without a gradebook, and in a course that collects with nbgrader's own class."""
    course = make_course(tmp_path / "course", COURSES / "example")
    code, printed, errors = nbjudge(course, "grade", "example", "--workers=1")
    assert code == ExitCode.USAGE_ERROR and not printed
    first, second = errors.splitlines()
    assert first == "nbjudge: Nothing is graded until this is fixed:"
    assert second.startswith("- Submissions run in nbgrader's Execute, unsandboxed")
    assert second.endswith("Run `nbjudge init`.")


def test_a_course_that_has_nbjudge_by_hand_stays_as_it_is(tmp_path, nbjudge, monkeypatch):
    course = make_course(tmp_path / "course", COURSES / "example")
    text = sample_course.CONFIG
    (course / "nbgrader_config.py").write_text(text)
    assert is_judged(autograde_chain(configuration(course, monkeypatch)))
    code, _, _ = nbjudge(course, "init")
    assert code == 0 and (course / "nbgrader_config.py").read_text() == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "There is no nbgrader_config.py here"),
        (
            'c = get_config()\nc.Autograde.autograde_preprocessors = ["nbgrader.preprocessors.'
            'SaveAutoGrades"]\n',
            "neither nbgrader's Execute nor",
        ),
    ],
    ids=["no configuration", "nothing executes"],
)
def test_where_it_cannot_be_added_a_sentence_says_so(tmp_path, nbjudge, text, said):
    if text is not None:
        (tmp_path / "nbgrader_config.py").write_text(text)
    code, _, errors = nbjudge(tmp_path, "init")
    assert code == 2 and said in errors
    assert len(list(tmp_path.iterdir())) == (text is not None)
