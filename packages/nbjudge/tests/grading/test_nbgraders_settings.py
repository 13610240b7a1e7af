"""What nbgrader promises in its settings and options holds, or a command says that it does not."""

import datetime
import re
from pathlib import Path

import nbformat
import nbgrader
import pytest
from nbformat.v4 import new_output
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from nbjudge.course.permissions import restrict_permissions
from nbjudge.gradebook.definition import read_definition
from nbjudge.grading.preflight import WARNED, Course, look
from nbjudge.grading.ungenerated import why_ungenerated
from nbjudge.plugins.execute import JudgeExecute
from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.courses import cell, make_course, notebook
from nbjudge_testing.grading_course import (
    ANSWERS,
    CONFIG,
    PS,
    database,
    edit,
    grade,
    grade_here,
    hand_in,
    record_of,
    scores_of,
)
from nbjudge_testing.grading_course import make_course as make_small_course

SLOW = {"add": "import time\ntime.sleep(3)\n" + ANSWERS["add"]}


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course in which Ann has submitted an answer that takes three seconds."""
    course = make_small_course(tmp_path_factory.mktemp("settings") / "course")
    hand_in(course, "ann", SLOW)
    return course


def limits(**sections):
    found = JudgeExecute(config=Config(sections)).limits()
    return found.cell_seconds, found.notebook_seconds, found.cpu_seconds


@pytest.mark.parametrize("section", ["Execute", "ExecutePreprocessor", "NotebookClient"])
def test_a_time_limit_of_the_course_is_the_judges_too(section):
    assert limits() == (30, 120, 120)
    assert limits(**{section: {"timeout": 300}}) == (300, 1200, 1200)
    assert limits(**{section: {"timeout": 2}}) == (2, 120, 120)
    own = {"cell_seconds": 5, "notebook_seconds": 50, "cpu_seconds": 40}
    assert limits(**{section: {"timeout": 300}, "JudgeExecute": own}) == (5, 50, 40)


@pytest.mark.parametrize("none", [None, -1, 0])
def test_without_a_limit_of_a_cell_that_of_the_notebook_holds_and_is_said(none, caplog):
    assert limits(Execute={"timeout": none}) == (120, 120, 120)
    assert "Execute.timeout sets no limit, so JudgeExecute.notebook_seconds applies" in caplog.text


def test_a_time_limit_on_the_command_line_ends_a_cell(course):
    def points(*traits):
        grade_here(course, *traits, force=True)
        with Gradebook(database(course), "small") as gradebook:
            return gradebook.find_submission_notebook("adding", PS, "ann").score

    assert points("--Execute.timeout=1") == 0
    assert points() == 5


def test_saved_outputs_earn_nothing(course):
    """The test cells run, whatever the notebook says that they have printed."""
    refused = run_nbjudge(course, "grade", PS, "--no-execute")
    assert refused.returncode == 2
    assert "nbjudge always runs what it grades. Remove Execute.enabled" in refused.stderr
    hand_in(course, "eve", ANSWERS | {"add": "def add(x, y):\n    return 0"})
    finished = run_nbgrader(course, "autograde", PS, "--student=eve", "--create", "--no-execute")
    assert "Running test cells despite --no-execute" in finished.stdout
    scores = scores_of(course, "eve")
    assert scores["test-add-large"] == scores["test-add-small"] == 0


def test_a_notebook_without_test_cells_may_stay_as_it_was_submitted(tmp_path):
    """A person grades all of it, and reads what the student's own run has printed."""
    essay = cell("essay", "print('mine')", points=2, grade=True, solution=True)
    course = make_course(tmp_path / "course", PS, {"manual": notebook([essay])}, CONFIG)
    handed_in = course / "submitted" / "ann" / PS / "manual.ipynb"
    handed_in.parent.mkdir(parents=True)
    content = nbformat.read(course / "release" / PS / "manual.ipynb", as_version=4)
    content.cells[0].source = "print('ours')"
    content.cells[0].outputs = [new_output("stream", text="saved\n")]
    nbformat.write(content, handed_in)
    run_nbgrader(course, "autograde", PS, "--no-execute")
    graded = nbformat.read(course / "autograded" / "ann" / PS / "manual.ipynb", as_version=4)
    assert [output.text for output in graded.cells[0].outputs] == ["saved\n"]
    with Gradebook(database(course), "small") as gradebook:
        submission = gradebook.find_submission_notebook("manual", PS, "ann")
        assert (submission.score, submission.needs_manual_grade) == (0, True)


def test_options_of_autograde_are_taken_or_refused_in_a_sentence(course):
    refused = run_nbjudge(course, "grade", PS, "--notebook=adding")
    assert refused.returncode == 2
    assert "nbjudge grades all notebooks. Remove CourseDirectory.notebook_id" in refused.stderr
    refused = run_nbjudge(course, "grade", PS, "--db", "sqlite:///x.db")
    assert refused.returncode == 2 and "nbgrader's look like --db=URL" in refused.stderr
    refused = run_nbjudge(course, "grade", f"--assignment={PS}")
    assert refused.returncode == 2 and "required: ASSIGNMENT" in refused.stderr
    other = f"--db=sqlite:///{course / 'other.db'}"
    assert f"There is no gradebook {course / 'other.db'}" in grade(course, other, expect=2)
    grade(course, f"--db={database(course)}", "--course=small", "--debug", "--create", "-f")


def test_two_gradings_of_an_answer_write_the_same_notebook(tmp_path):
    """Time and memory differ, and are logged."""
    course = make_small_course(tmp_path / "course")
    hand_in(course, "ada")
    found = set()
    for _ in range(2):
        said = run_nbgrader(course, "autograde", PS, "--force").stdout
        found.add((course / "autograded" / "ada" / PS / "adding.ipynb").read_bytes())
        assert re.search(rf"Ran ada {PS} adding: [\d.]+ s, [\d.]+ MB", said)
    assert len(found) == 1


def test_the_outdated_section_of_autograde_is_read(tmp_path):
    own = "c.AutogradeApp.create_student = False\nc.AutogradeApp.permissions = 644\n"
    course = make_small_course(tmp_path / "course", own)
    hand_in(course, "bob")
    assert list(grade_here(course).attention) == ["bob"]
    with Gradebook(database(course), "small") as gradebook, pytest.raises(MissingEntry):
        gradebook.find_student("bob")
    with Gradebook(database(course), "small") as gradebook:
        gradebook.add_student("bob")
    assert grade_here(course).graded == 1
    (path,) = course.glob(f"autograded/bob/{PS}/adding.ipynb")
    assert path.stat().st_mode & 0o777 == 0o644


def test_the_asserts_that_nbgrader_writes_are_not_changed_test_cells(tmp_path):
    """For the line `### AUTOTEST x`, nbgrader writes asserts when it generates the assignment."""
    cells = [
        cell("answer", "### BEGIN SOLUTION\nx = 3\n### END SOLUTION", solution=True),
        cell("test-x", "### AUTOTEST x\n", points=2, grade=True, locked=True),
    ]
    templates = Path(nbgrader.__file__).parent / "docs" / "source" / "user_guide" / "autotests.yml"
    beside = {"autotests.yml": templates.read_bytes()}
    course = make_course(tmp_path / "course", PS, {"nb": notebook(cells)}, CONFIG, beside)
    source = course / "source" / PS
    with Gradebook(database(course), "small") as gradebook:
        definition = read_definition(gradebook, PS, source)
    assert "assert" in definition.notebooks["nb"].cells["test-x"].source

    def said(delimiter="AUTOTEST"):
        config = Config(InstantiateTests={"autotest_delimiter": delimiter})
        return why_ungenerated(definition, source, config)

    assert said() is None
    assert "nb/test-x" in said("GENERATED")

    def change(notebook):
        notebook["cells"][1]["metadata"]["nbgrader"]["points"] = 3

    edit(source / "nb.ipynb", change)
    assert "nb/test-x" in said()


@pytest.mark.parametrize(
    ("text", "late"),
    [("CET", 1), ("UTC", 0), ("Europe/Berlin", 1), ("America/New_York", 0)],
)
def test_a_named_time_zone_is_believed(tmp_path, text, late):
    """Due at 12:00 UTC, and submitted at 12:30 of another zone: a zone east of us is earlier."""
    course = make_small_course(tmp_path / "course", "c.CollectSettings.trust_timestamps = True\n")
    with Gradebook(database(course), "small") as gradebook:
        gradebook.update_or_create_assignment(PS, duedate="2026-01-25 12:00:00 UTC")
    hand_in(course, "ann", timestamp__txt=f"2026-01-25 12:30:00.000000 {text}")
    grade_here(course)
    zones = {"CET": 1, "UTC": 0, "Europe/Berlin": 1, "America/New_York": -5}
    with Gradebook(database(course), "small") as gradebook:
        found = gradebook.find_submission(PS, "ann")
        hours = datetime.timedelta(hours=zones[text])
        assert found.timestamp == datetime.datetime(2026, 1, 25, 12, 30) - hours
        assert found.total_seconds_late == max(0, 1800 - hours.total_seconds())


def test_no_setting_is_advised_that_is_set(tmp_path):
    course = make_small_course(tmp_path / "course", "c.CollectSettings.trust_timestamps = True\n")
    with Gradebook(database(course), "small") as gradebook:
        gradebook.update_or_create_assignment(PS, duedate="2026-01-25 12:00:00 UTC")
    hand_in(course, "ann", timestamp__txt="2026-01-25 12:30:00.000000 XYZ")
    printed = grade(course, expect=3)
    assert "timestamp.txt does not contain an ISO time" in printed
    assert "trust_timestamps" not in printed


def test_a_group_that_is_set_where_close_to_others_does_not_see_it_is_said(course):
    config = Config()
    config.CourseDirectory.root = str(course)
    restrict_permissions(config)
    config.CourseDirectory.groupshared = True

    def said():
        found = Course(CourseDirectory(config=config), config, here=False)
        return [str(problem) for problem in look(found, WARNED)]

    sentence = "The group cannot read new files here. Set CourseDirectory.groupshared in "
    assert sentence + "nbgrader_config.py, above restrict_permissions(c)" in said()
    config.Autograde.permissions = 660
    assert not [line for line in said() if line.startswith(sentence)]


def test_the_very_notebook_of_the_course_is_refused_in_a_sentence(tmp_path):
    course = make_small_course(tmp_path / "course")
    folder = course / "submitted" / "ann" / PS
    folder.mkdir(parents=True)
    for path in (course / "source" / PS).glob("*.ipynb"):
        (folder / path.name).write_bytes(path.read_bytes())
    grade_here(course)
    record = record_of(course, "ann")
    assert record["status"] == "needs-attention"
    seen = "adding.ipynb is source/ps/adding.ipynb (1 more like it)"
    refused = f".ipynb was not graded: {seen}. Students are never given such files"
    assert record["reasons"] == [f"adding{refused}", f"doubling{refused}"]
