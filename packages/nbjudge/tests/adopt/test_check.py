"""`nbjudge check` finds, before the class, every test cell that a student would be surprised by."""

import json
import shutil

import pytest

from nbisolate import ForkServer
from nbjudge.adopt.check import check
from nbjudge.adopt.plain import PlainExecute
from nbjudge.adopt.trial import RELEASE, SOLUTIONS, Trial
from nbjudge.adopt.write_tags import write_tags
from nbjudge.adopt.wrong_answers import WRONG
from nbjudge.commands.course import load_course
from nbjudge.gradebook.definition import write_gradebook
from nbjudge.gradebook.source_notebooks import tagged_cells
from nbjudge.plugins.execute import JudgeExecute
from nbjudge.tags import IN_PROCESS, WITH_ALL_TESTS
from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.small_courses import COURSES, make_course

ONE_FUNCTION = """\
# %% solution double
def double(x):
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION
# %% test test_double 1
assert double(2) == 4 and double(5) == 10
"""
PLAIN = "To run it separately, have the student's function return plain values, and compare those."


ASKS = """\
# %% solution ask
### BEGIN SOLUTION
while True:
    try:
        number = int(input())
        break
    except Exception:
        pass
### END SOLUTION
# %% solution double
def double(x):
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION
# %% test test_double 1
assert double(2) == 4 and double(5) == 10
"""


@pytest.fixture(scope="module")
def tagged(tmp_path_factory):
    """A small course after `nbjudge check --write`: its folder, and the finished command."""
    course = make_course(tmp_path_factory.mktemp("tagged") / "course", COURSES / "tags")
    return course, run_nbjudge(course, "check", "tags", "--write")


def test_a_cell_is_tagged_if_it_agrees_in_the_plain_run_and_else_with_all_test_cells(tagged):
    course, _ = tagged
    path = course / "source" / "tags" / "problem.ipynb"
    assert tagged_cells(path) == {"deletes": (IN_PROCESS,), "set_up": (IN_PROCESS, WITH_ALL_TESTS)}


@pytest.mark.parametrize(
    "sentence",
    [
        "problem: 1 of 3 test cells run separately, 2 as in plain nbgrader: set_up, deletes",
        PLAIN,
        "problem, deletes: the solution gets 1 of 1 in plain nbgrader and 0 in nbjudge",
        "at:  line 3, `del square`, in nbjudge: NameError: name 'square' is not defined",
        "do:  tag it nbjudge:in-process and nbjudge:with-all-tests",
        "note: problem: the cell `found = squares(count)` raises NameError: name 'count' is not "
        "defined in nbjudge only",
        "problem.ipynb, set_up: nbjudge:in-process and nbjudge:with-all-tests",
        "tags: no problems are left.",
    ],
)
def test_what_is_said_of_cells_that_differ(tagged, sentence):
    assert sentence in tagged[1].stdout and tagged[1].returncode == 0


def test_a_loop_in_the_solution_is_named_and_does_not_take_plain_nbgraders_time(
    tmp_path, monkeypatch, capfd
):
    seen = tmp_path / "seen"  # a file, because each submission is graded in a process of its own

    class Recording(PlainExecute):
        def preprocess(self, nb, resources):
            with seen.open("a") as file:
                file.write(json.dumps(self.interrupted) + "\n")
            return super().preprocess(nb, resources)

    (tmp_path / "ps1").mkdir()
    (tmp_path / "ps1" / "problem.py").write_text(ASKS)
    monkeypatch.chdir(make_course(tmp_path / "course", tmp_path / "ps1"))
    monkeypatch.setattr("nbjudge.adopt.check.PlainExecute", Recording)
    report = check(*load_course("ps1", []), workers=0)
    assert "The cell `while True:` does not end by itself" in capfd.readouterr().err
    loop = ASKS.split("ask\n")[1].split("\n# %%")[0]
    assert all(loop in json.loads(line) for line in seen.read_text().splitlines())
    # On a busy machine, plain nbgrader may miss the end of the loop, which is a finding, too.
    (note,) = (finding for finding in report.findings if "asks for input" in finding.what)
    assert note.note and note.what.startswith("1 cell asks for input (`while True:`)")


def test_with_the_tags_the_solution_has_all_points_and_the_release_none(tagged, tmp_path):
    """So it is in plain nbgrader, or there would be a problem left."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tagged[0])
        trial = Trial(*load_course("tags", []), tmp_path)
    students = (SOLUTIONS[0], RELEASE)
    way = trial.grade("again", JudgeExecute, dict.fromkeys(students, trial.notebooks))
    solution, release = ([each.points for each in way[s].outcomes.values()] for s in students)
    assert solution == [1.0] * 3 and release == [0.0] * 3


@pytest.fixture(scope="module")
def surprises(tmp_path_factory):
    """The finished `nbjudge check` of a course with a test cell for each thing to find."""
    course = make_course(tmp_path_factory.mktemp("surprises") / "course", COURSES / "surprises")
    path = course / "source" / "surprises" / "elsewhere.ipynb"
    content = json.loads(path.read_text())
    content["metadata"]["kernelspec"] = {"name": "nowhere", "display_name": "N"}
    path.write_text(json.dumps(content))
    path = path.with_name("points.ipynb")
    content = json.loads(path.read_text())
    cell = {"cell_type": "code", "id": "expected", "source": "1 / 0", "outputs": []}
    cell |= {"metadata": {"tags": ["raises-exception"]}, "execution_count": None}
    path.write_text(json.dumps({**content, "cells": [cell, *content["cells"]]}))
    before = {path: path.read_bytes() for path in course.rglob("*") if path.is_file()}
    finished = run_nbjudge(course, "check", "surprises")
    noted = course / ".nbjudge-said.json"
    assert "checked surprises" in json.loads(noted.read_text())
    noted.unlink()
    after = {path: path.read_bytes() for path in course.rglob("*") if path.is_file()}
    assert before == after, "check has changed the course"
    return finished


@pytest.mark.parametrize(
    "sentence",
    [
        # The border.
        "points: 14 of 18 test cells run separately, 4 as in plain nbgrader: argument_by_value, "
        "left_over, sum_of_objects, global_of_a_test\n",
        "points, sum_of_objects: the solution gets 1 of 1 in plain nbgrader and 0 in nbjudge\n"
        "    at:  line 4, `assert (amount + Money(2)).cents == 3`, in nbjudge: UndecidedError: ",
        "points, kernel: the solution gets 1 of 1 in plain nbgrader and 0 in nbjudge",
        "do:  the tag nbjudge:in-process does not help, so have the student's function return "
        "plain values, and compare those\n",
        "note: points, better: the solution gets 0 of 1 in plain nbgrader and 1 in nbjudge\n"
        "    at:  line 1, `assert doubled == 6`, in plain nbgrader only: NameError: name 'doubled' "
        "is not defined\n",
        "note: points: the cell `doubled = double(size)` raises TypeError: unsupported operand "
        "type(s) for *: 'int' and 'NoneType' in plain nbgrader only\n",
        # Wrong answers that only the judged cell pays for.
        "points, argument_by_value: a wrong answer gets 0 of 1 in plain nbgrader and 1 in nbjudge",
        "why: `found = items`, not `found = list(items)`, in order\n"
        "    do:  tag it nbjudge:in-process\n",
        "points, left_over: a wrong answer gets 0 of 1 in plain nbgrader and 1 in nbjudge",
        # The course's own mistakes.
        "points, solution_fails: the solution gets 0 of 2 in plain nbgrader too",
        "points, worth_nothing: the solution fails in plain nbgrader too",
        "points, passes_always: the untouched release gets 1 of 1\n"
        "    why: the test passes without an answer\n"
        "    do:  give points only for what the release fails; delete files that an answer writes",
        "points, passes_in_part: the untouched release gets 1 of 4",
        "note: points, ends_in_an_answer: ends in a value of the submission: if it is a number, it "
        "is the score\n    do:  end the cell with an assertion, or a semicolon after the last "
        "expression\n",
        "note: points, passed_by_nan: a placeholder answer gets 1 of 1 for NaN",
        "points, flaky: is flaky: the solution gets 1, 0, 1 in plain nbgrader and 1, 1, 1 in "
        "nbjudge",
        "points: `scaled` reads the global `FACTOR`, which only test cell global_of_a_test assigns",
        "note: points: test cells use, but do not test, names that a submission can change\n"
        "    why: `os` is from os, which reports on the submission's process (flaky); `close` is "
        "defined in an instructor cell (helper); `doubled` is defined in an instructor cell "
        "(better)\n",
        "points: the cell `import nowhere_to_be_found` raises ModuleNotFoundError: No module "
        "named 'nowhere_to_be_found' in plain nbgrader too",
        "elsewhere: 1 of 1 test cell run separately; 1 not compared\n",
        "elsewhere: plain nbgrader cannot run the notebook (kernel `nowhere` is not installed), so "
        "its test cells are not compared\n",
        "surprises: 13 problems to fix before release; `nbjudge check surprises --write` tags 4 "
        "test cells.",
    ],
)
def test_what_would_surprise_a_student_is_said(surprises, sentence):
    assert sentence in surprises.stdout, surprises.stdout + surprises.stderr


def test_nothing_is_said_of_cells_that_are_right(surprises):
    """One of them writes to stderr, which costs points in neither way."""
    for cell in ("right", "warns", "argument"):
        assert f"points, {cell}:" not in surprises.stdout
    assert "ZeroDivisionError" not in surprises.stdout  # of the cell that is expected to fail
    assert "needs attention" not in surprises.stdout  # by the cell that cannot judge separately
    assert surprises.returncode == 3


def test_it_says_what_it_does_and_nothing_that_is_not_so(surprises):
    """The course still grades with nbgrader's Execute, and no kernel of ours listens to others."""
    assert "  points: solution-1\n" in surprises.stderr
    assert "in nbgrader's Execute" in surprises.stderr and "sandbox = " not in surprises.stderr
    assert "WARNING" not in surprises.stderr


def test_no_scratch_gradebook_waits_for_alembic(tmp_path, monkeypatch):
    course = make_course(tmp_path / "course", COURSES / "example")
    called = []
    monkeypatch.setattr("nbgrader.api.get_alembic_version", lambda: called.append(1) or "0")
    monkeypatch.chdir(course)
    (tmp_path / "trial").mkdir()
    trial = Trial(*load_course("example", []), tmp_path / "trial")
    assert trial.definition.notebooks and not called
    write_gradebook(trial.definition, tmp_path / "worker.db")
    assert (tmp_path / "worker.db").stat().st_size and not called


def test_one_fork_server_serves_all_gradings_and_plain_nbgrader_grades_once(tmp_path, monkeypatch):
    """Each start of a fork server, and of a pool of workers, takes a second of an author's time."""
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "problem.py").write_text(ONE_FUNCTION)
    course = make_course(tmp_path / "course", tmp_path / "one")
    started = tmp_path / "started"
    start = ForkServer.start

    def start_and_note(server):
        before = server.process
        socket = start(server)
        if server.process is not before:
            with started.open("a") as file:  # a worker process may start one, too
                file.write(f"{server.process.pid}\n")
        return socket

    graded = []
    grade = Trial.grade

    def grade_and_note(trial, way, execute, wanted, **options):
        graded.append((execute.__name__, len(wanted)))
        return grade(trial, way, execute, wanted, **options)

    monkeypatch.setattr(ForkServer, "start", start_and_note)
    monkeypatch.setattr(Trial, "grade", grade_and_note)
    monkeypatch.chdir(course)
    # A list of modules of its own, so that no other test has started this fork server.
    preload = ["--JudgeExecute.preload=['colorsys']"]
    report = check(*load_course("one", preload), workers=2)
    assert report.notebooks["problem"].cells == ["test_double"] and not report.findings
    assert len(started.read_text().split()) == 1
    assert graded == [("JudgeExecute", 4), ("JudgeExecute", len(WRONG)), ("PlainExecute", 7)]


def test_an_assignment_that_is_not_there(tmp_path):
    course = make_course(tmp_path / "course", COURSES / "example")
    finished = run_nbjudge(course, "check", "ps9")
    assert finished.returncode == 2
    assert "There is no notebook in" in finished.stderr and "Traceback" not in finished.stderr


def test_a_preprocessor_of_the_release_that_is_not_there(tmp_path):
    wrong = 'c.GenerateAssignment.preprocessors = ["absent.Preprocessor"]\n'
    course = make_course(tmp_path / "course", COURSES / "example", wrong)
    finished = run_nbjudge(course, "check", "example")
    assert finished.returncode == 2
    sentence = "absent.Preprocessor cannot be imported: No module named 'absent'."
    assert sentence in finished.stderr and "Traceback" not in finished.stderr


@pytest.mark.soak
def test_nbgraders_own_example_course(tmp_path):
    """The course that `nbgrader quickstart` writes, as anybody will try it first."""
    run_nbgrader(tmp_path, "quickstart", "demo")
    course = tmp_path / "demo"
    assert run_nbjudge(course, "init").returncode == 0
    finished = run_nbjudge(course, "check", "ps1")
    assert finished.returncode == 3, finished.stderr
    assert "`nbjudge check ps1 --write` tags 1 test cell." in finished.stdout
    assert "TCP" not in finished.stderr and "unsandboxed" not in finished.stderr
    finished = run_nbjudge(course, "check", "ps1", "--write")
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "ps1: no problems are left." in finished.stdout
    path = course / "source" / "ps1" / "problem1.ipynb"
    assert set(tagged_cells(path)) == {"sum_of_squares_uses_squares"}
    finished = run_nbjudge(course, "check", "ps1")
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "no problems found (4 test cells)" in finished.stdout


@pytest.mark.parametrize("indent", [1, 2, None])
def test_a_tag_is_all_that_changes_in_a_notebook(tmp_path, indent):
    course = make_course(tmp_path / "course", COURSES / "example")
    path = course / "source" / "example" / "problem1.ipynb"
    notebook = json.loads(path.read_text())
    notebook["cells"][1]["source"] += "# naïve"
    path.write_text(json.dumps(notebook, indent=indent, ensure_ascii=False) + "\n")
    name = "total_calls_cubes"
    key = ("problem1", name)
    assert write_tags(
        path, {key: (IN_PROCESS,), ("problem2", name): (IN_PROCESS, WITH_ALL_TESTS)}
    ) == [f"{name}: {IN_PROCESS}"]
    assert write_tags(path, {key: (IN_PROCESS, WITH_ALL_TESTS)}) == [f"{name}: {WITH_ALL_TESTS}"]
    assert write_tags(path, {key: (IN_PROCESS,)}) == []
    text = path.read_text()
    for cell in notebook["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == name:
            cell["metadata"]["tags"] = [IN_PROCESS, WITH_ALL_TESTS]
    assert text == json.dumps(notebook, indent=indent, ensure_ascii=False) + "\n"


def test_the_tag_of_a_submission_is_not_believed(tmp_path):
    """A cell is in-process if the instructor's notebook says so, and not if a student's does."""
    course = make_course(tmp_path / "course", COURSES / "example")
    run_nbjudge(course, "init")
    generated = run_nbgrader(course, "generate_assignment", "example")
    assert "WARNING] example has not been checked since" in generated.stdout
    folder = course / "submitted" / "ann" / "example"
    shutil.copytree(course / "release" / "example", folder)
    keys = [("problem1", "correct_cubes"), ("problem1", "total_calls_cubes")]
    write_tags(folder / "problem1.ipynb", dict.fromkeys(keys, (IN_PROCESS,)))
    write_tags(course / "source" / "example" / "problem1.ipynb", {keys[1]: (IN_PROCESS,)})
    record = course / "autograded" / "ann" / "example" / "nbjudge.json"
    run_nbjudge(course, "grade", "example")
    assert json.loads(record.read_text())["notebooks"]["problem1"]["in_process"] == [
        "total_calls_cubes"
    ]
    run_nbgrader(course, "autograde", "example", "--force")
    path = course / "autograded" / "ann" / "example" / "problem1.ipynb"
    assert json.loads(path.read_text())["metadata"]["nbjudge"]["in_process"] == [
        "total_calls_cubes"
    ]
