"""`nbjudge check` does not grade a notebook again if nothing that its result depends on changed.

A trial is counted by the line that plain nbgrader's grading prints for each notebook of an answer.
"""

import json
import re
from collections import Counter
from dataclasses import asdict

import pytest

from nbjudge.adopt import unchanged
from nbjudge.adopt.findings import Finding, NotebookReport
from nbjudge.adopt.trial import Trial
from nbjudge.commands.course import load_course
from nbjudge.course.daily_notices import note_checked
from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.small_courses import COURSES, make_course

NEXT = "Run nbjudge check example."


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """A course with two notebooks after `nbjudge check`: its folder, and the finished command."""
    course = make_course(tmp_path_factory.mktemp("checked") / "course", COURSES / "example")
    return course, run_nbjudge(course, "check", "example")


def trials(finished):
    """Count the graded answers of plain nbgrader, by notebook."""
    return Counter(re.findall(r"^  (\w+): [a-z]+-\d$", finished.stderr, re.MULTILINE))


def change(course, notebook, old, new):
    """Replace text in a notebook in `source/`."""
    path = course / "source" / "example" / f"{notebook}.ipynb"
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


def test_only_what_has_changed_is_graded_again(checked):
    """The tests use one course after each other, because a check takes long."""
    course, first = checked
    assert trials(first).keys() == {"problem1", "problem2"}
    again = run_nbjudge(course, "check", "example")
    assert not trials(again)
    assert (again.stdout, again.returncode) == (first.stdout, first.returncode)
    same = "Skipping notebooks unchanged since the last check: "
    assert f"{same}problem1 and problem2 ...\n" in again.stderr

    change(course, "problem1", "return sum(cubes(n))", "return sum(cubes(n)) + 1")
    after = run_nbjudge(course, "check", "example")
    assert trials(after).keys() == {"problem1"} and f"{same}problem2 ...\n" in after.stderr
    assert "problem1, correct_total: the solution gets 0 of 0.5" in after.stdout
    assert [line for line in after.stdout.splitlines() if line.startswith("problem2")] == [
        line for line in first.stdout.splitlines() if line.startswith("problem2")
    ]

    only = run_nbjudge(course, "check", "example", "--notebook", "problem2", "--force")
    assert trials(only).keys() == {"problem2"} and "problem1" not in only.stdout


def test_a_check_of_one_notebook_does_not_speak_for_the_others(tmp_path):
    course = make_course(tmp_path / "course", COURSES / "example")
    finished = run_nbjudge(course, "check", "example", "--notebook=problem2", "--write")
    assert trials(finished).keys() == {"problem2"} and "problem1" not in finished.stdout
    run_nbjudge(course, "init")
    said = run_nbgrader(course, "generate_assignment", "example").stdout
    assert "example has not been checked since its last change (problem1), so correct" in said
    assert NEXT in said


def test_a_wrong_name_is_refused_in_a_sentence(checked):
    finished = run_nbjudge(checked[0], "check", "example", "--notebook=problem3")
    assert finished.returncode == 2 and not trials(finished)
    last = "nbjudge: example has no notebook problem3 (it has: problem1 and problem2).\n"
    assert finished.stderr.endswith(last)
    finished = run_nbjudge(checked[0], "check", "example", "--notebook=problem1", "--compare")
    assert finished.returncode == 2
    assert "Use --answers or --notebook without --compare" in finished.stderr


@pytest.fixture
def course(tmp_path, monkeypatch):
    course = make_course(tmp_path / "course", COURSES / "example")
    monkeypatch.chdir(course)
    return course


def keys(tmp_path, *traits, answers=None):
    folder = tmp_path / f"trial-{len(list(tmp_path.iterdir()))}"
    folder.mkdir()
    coursedir, config = load_course("example", [*traits])
    return unchanged.keys_of(Trial(coursedir, config, folder, answers), coursedir)


def run_in_jupyterlab(course):
    """Run a notebook: that changes outputs, counts and times, and nothing that is graded."""
    path = course / "source" / "example" / "problem1.ipynb"
    content = json.loads(path.read_text())
    for cell in content["cells"]:
        cell["metadata"]["execution"] = {"iopub.status.busy": "now"}
        if cell["cell_type"] == "code":
            cell["execution_count"] = 7
    path.write_text(json.dumps(content))


def test_what_a_run_changes_in_a_notebook_does_not_count(course, tmp_path):
    before = keys(tmp_path)
    run_in_jupyterlab(course)
    assert keys(tmp_path) == before


@pytest.mark.parametrize(
    "old, new",
    [
        ("return sum(cubes(n))", "return sum(cubes(n)) + 1"),  # the solution
        ("assert cubes(5)", "assert 1 and cubes(5)"),  # a hidden test
        ('"cubes(4)"', '"cubes(3)"'),  # a cell that nbgrader does not know
        ('"python3"', '"python4"'),  # the kernel
        ('"points": 0.5', '"points": 0.75'),
    ],
)
def test_a_change_in_a_notebook_counts_for_this_notebook(course, tmp_path, old, new):
    before = keys(tmp_path)
    path = course / "source" / "example" / "problem1.ipynb"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    after = keys(tmp_path)
    assert {name for name in after if after[name] != before[name]} == {"problem1"}


def test_files_settings_answers_and_versions_count(course, tmp_path, monkeypatch):
    found = [keys(tmp_path)]
    found.append(keys(tmp_path, "--JudgeExecute.cell_seconds=7"))
    found.append(keys(tmp_path, "--Execute.timeout=9"))
    (course / "source" / "example" / "numbers.json").write_text("[1]")
    found.append(keys(tmp_path))
    found.append(keys(tmp_path, answers=course / "source" / "example"))
    monkeypatch.setattr(unchanged, "installed", lambda: ["numpy-9.dist-info"])
    found.append(keys(tmp_path))
    for name in ("problem1", "problem2"):
        assert len({each[name] for each in found}) == len(found)


def test_a_result_is_read_as_it_was_noted(course):
    coursedir, _ = load_course("example", [])
    finding = Finding("problem1", "cubes", "what", tags=("nbjudge:in-process",))
    report = NotebookReport(["cubes", "total"], ["total"], [], [finding], key="now")
    note_checked(coursedir, {"problem1": "digest"}, {"problem1": asdict(report)})
    (found,) = unchanged.unchanged(coursedir, {"problem1": "now", "problem2": "now"}).values()
    assert json.loads(json.dumps(asdict(found))) == json.loads(json.dumps(asdict(report)))
    assert unchanged.unchanged(coursedir, {"problem1": "other"}) == {}
