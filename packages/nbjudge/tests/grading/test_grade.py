"""`nbjudge grade` gives what nbgrader gives, and knows what it has graded already."""

import contextlib
import csv
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys

import nbformat
import pytest
from nbgrader.api import Gradebook
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory

from nbisolate import ForkServer
from nbjudge.cli import main
from nbjudge.gradebook.record import NotebookRecord
from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.grading_course import (
    ANSWERS,
    PS,
    audit_of,
    database,
    edit,
    files_of,
    grade,
    hand_in,
    make_course,
    record_of,
    rows_of,
    scores_of,
)

DUE = "2026-03-01 12:00:00 UTC"
ON_TIME, LATE = "2026-03-01 11:00:00 UTC\n", "2026-03-02 11:00:00 UTC\n"
WRONG = {"add": "def add(x, y):\n    return 42", "double": "def double(x):\n    return 42"}
ALL_POINTS = {
    "test-add-small": 2,
    "test-add-large": 3,
    "add-why": None,
    "test-double-small": 2,
    "test-double-large": 3,
    "double-why": None,
}


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """A course with submissions in many ways right and wrong; nothing is graded."""
    config = "c.LateSubmissionPlugin.penalty_method = 'zero'\n"
    config += "c.CollectSettings.trust_timestamps = True\n"
    course = make_course(tmp_path_factory.mktemp("grade") / "course", config)
    with Gradebook(database(course), "small") as gradebook:
        gradebook.update_or_create_assignment(PS, duedate=DUE)
    hand_in(course, "right", timestamp__txt=ON_TIME)
    hand_in(course, "half", ANSWERS | {"add": WRONG["add"]})
    hand_in(course, "wrong", WRONG)
    hand_in(course, "untouched", {}, writeup="YOUR ANSWER HERE")
    hand_in(course, "late", timestamp__txt=LATE, notes__txt="Mine.", numbers__txt="forged")
    noisy = "import warnings\nwarnings.warn('hm')\nprint('noise')\n" + ANSWERS["add"]
    hand_in(course, "noisy", {"add": noisy, "double": ANSWERS["double"]})
    return course


@pytest.fixture
def course(template, tmp_path):
    return shutil.copytree(template, tmp_path / "course")


@pytest.fixture(scope="module")
def graded(template, tmp_path_factory):
    """The same, graded by `nbjudge grade`. Do not write in it."""
    course = shutil.copytree(template, tmp_path_factory.mktemp("graded") / "course")
    grade(course)
    return course


def test_same_as_nbgrader(template, graded, tmp_path):
    """Gradebook row by row, autograded files byte by byte."""
    stock = shutil.copytree(template, tmp_path / "stock")
    run_nbgrader(stock, "autograde", PS)
    theirs, ours = rows_of(database(stock)), rows_of(database(graded))
    assert ours == theirs
    assert [len(theirs[name]) for name in ("student", "grade", "comment")] == [6, 36, 24]
    theirs = {name: content for name, content in files_of(stock).items()}
    ours = {name: c for name, c in files_of(graded).items() if not name.endswith("nbjudge.json")}
    assert ours.keys() == theirs.keys()
    for name, content in ours.items():
        if name.endswith(".ipynb"):
            mine, other = (json.loads(item[0]) for item in (content, theirs[name]))
            # JudgeExecute notes times there, which would make each run's files differ.
            noted = other["metadata"].pop("nbjudge")
            assert mine["metadata"].pop("nbjudge") == {"submission": noted["submission"]}
            record = NotebookRecord.from_json(noted)
            assert (record.reason, record.in_process, record.measured.sandbox) == (None, [], True)
            assert mine == other
            assert content[1] == theirs[name][1]
        else:
            assert content == theirs[name]


def test_scores(graded):
    nothing = {name: 0 if points else None for name, points in ALL_POINTS.items()}
    assert scores_of(graded, "right") == ALL_POINTS
    assert scores_of(graded, "noisy") == ALL_POINTS
    assert scores_of(graded, "half") == ALL_POINTS | {"test-add-large": 0}
    assert scores_of(graded, "untouched") == dict.fromkeys(ALL_POINTS, 0)
    assert scores_of(graded, "wrong") == nothing | {"test-add-small": 2, "test-double-small": 2}


def test_record(graded):
    record = record_of(graded, "right")
    assert record["status"] == "graded" and record["reasons"] == []
    measured = record["measured"]
    assert measured["sandbox"] is True and measured["seconds"] > 0 and record["digest"]
    for notebook in record["notebooks"].values():
        own = notebook["measured"]
        assert notebook["reason"] is None and 0 < own["seconds"] < measured["seconds"]
        assert 0 < own["peak_memory_mb"] <= measured["peak_memory_mb"]


def test_what_the_sandbox_cannot_bound_is_said(course):
    hand_in(course, "asks", ANSWERS)
    printed, measured = grade(course, "--student=asks"), record_of(course, "asks")["measured"]
    without_groups = ForkServer.no_control_groups()
    assert measured["cgroup"] is (without_groups is None)
    assert printed.count(without_groups or "No control groups") == (not measured["cgroup"])


def test_support_files_are_the_instructors(graded):
    folder = graded / "autograded" / "late" / PS
    assert (folder / "numbers.txt").read_text() == "40 2\n"
    assert (folder / "notes.txt").read_text() == "Mine."


def test_nbgrader_goes_on_from_there(graded, tmp_path):
    course = shutil.copytree(graded, tmp_path / "course")
    run_nbgrader(course, "generate_feedback", PS)
    pages = sorted((course / "feedback").rglob("*.html"))
    assert len(pages) == 12
    run_nbgrader(course, "export", "--to=grades.csv")
    with (course / "grades.csv").open() as file:
        scores = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert {"right": 10.0, "half": 7.0, "wrong": 4.0, "late": 0.0}.items() <= scores.items()


def pages_of(course):
    """{path: content} of the pages of the feedback."""
    folder = course / "feedback"
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.html")}


def test_pages_are_made_beside_the_grading(course):
    """They are what nbgrader makes afterwards, and follow what a person gives."""
    said = grade(course, "--feedback").splitlines()
    assert "12 pages written, 0 kept (unchanged), 0 could not be written" in said
    made = pages_of(course)
    with Gradebook(database(course), "small") as gradebook:
        gradebook.find_grade("add-why", "adding", PS, "half").manual_score = 1
        gradebook.db.commit()
    said = grade(course, "--feedback").splitlines()
    assert "2 pages written, 10 kept (unchanged), 0 could not be written" in said
    again = pages_of(course)
    # The page of the other notebook has the points of this one, too.
    assert {name for name in made if made[name] != again[name]} == {
        name for name in made if name.startswith("half/")
    }
    run_nbgrader(course, "generate_feedback", PS, "--force")
    assert pages_of(course) == again


def test_formgrader_sees_it_as_autograded(graded):
    api = NbGraderAPI(CourseDirectory(root=str(graded), course_id="small"))
    seen = {entry["student"]: entry for entry in api.get_submissions(PS)}
    assert len(seen) == 6
    assert all(entry["autograded"] for entry in seen.values())
    assert seen["half"]["score"] == 7 and seen["half"]["needs_manual_grade"]
    notebooks = api.get_notebook_submissions(PS, "adding")
    assert {n["student"]: n["failed_tests"] for n in notebooks}["half"]


def points_of(course, student):
    with Gradebook(database(course), "small") as gradebook:
        return gradebook.find_submission(PS, student).score


def test_only_what_changed(graded, tmp_path):
    course = shutil.copytree(graded, tmp_path / "course")
    assert re.search(r"^0 graded in \d+ s, 6 skipped", grade(course), re.M)
    path = course / "submitted" / "wrong" / PS / "adding.ipynb"
    shutil.copy(course / "submitted" / "right" / PS / "adding.ipynb", path)
    changes = tmp_path / "changes.csv"
    before = points_of(course, "wrong")
    printed = grade(course, f"--changes={changes}")
    after = points_of(course, "wrong")
    assert "1 graded" in printed and "points changed for 1" in printed
    assert f"Points changed: wrong {before:g} -> {after:g}\n" in printed
    assert changes.read_text() == f"student,before,after\nwrong,{before},{after}\n"
    assert scores_of(course, "wrong")["test-add-large"] == 3
    printed = grade(course, "--force", "--student", "right", "--student", "half")
    assert "2 graded" in printed and "0 skipped" in printed
    assert "points changed" not in printed.lower()
    # A setting that changes results makes all submissions new; one that does not, none.
    with (course / "nbgrader_config.py").open("a") as config:
        config.write("c.Exchange.root = '/nowhere'\n")
    assert "6 skipped" in grade(course)
    assert "1 graded" in grade(course, "--student=half", "--LimitOutput.max_lines=5")


def test_a_test_cell_that_is_not_generated_yet_is_named(graded, tmp_path):
    course = shutil.copytree(graded, tmp_path / "course")
    one = "--student=right"  # otherwise all six are graded again
    assert "different test cells" not in grade(course, one)
    path = course / "source" / PS / "adding.ipynb"
    source = nbformat.read(path, as_version=4)
    cells = {cell.metadata.get("nbgrader", {}).get("grade_id"): cell for cell in source.cells}
    cells["test-add-large"].metadata.nbgrader.points = 4
    cells["add"].source += "\n"  # the text of a solution is no test
    nbformat.write(source, path)
    printed = grade(course, one)
    assert (
        "and the gradebook have different test cells or points: adding/test-add-large. Grading"
        in printed
    )
    assert f"nbgrader generate_assignment {PS} --force\n" in printed
    cells["test-add-large"].metadata.nbgrader.points = 3
    cells["test-add-small"].source += "\nassert result == 42"
    nbformat.write(source, path)
    assert "different test cells or points: adding/test-add-small. Grading" in grade(course, one)
    run_nbgrader(course, "generate_assignment", PS, "--force")
    assert "different test cells" not in grade(course, one)


def test_gradebook_that_was_lost_is_filled_again(graded, tmp_path):
    course = shutil.copytree(graded, tmp_path / "course")
    rows = rows_of(database(course))
    (course / "gradebook.db").unlink()
    run_nbgrader(course, "generate_assignment", PS, "--force")
    with Gradebook(database(course), "small") as gradebook:
        gradebook.update_or_create_assignment(PS, duedate=DUE)
    assert "6 graded" in grade(course)
    assert rows_of(database(course)) == rows


def test_points_of_a_person_stay(graded, tmp_path):
    course = shutil.copytree(graded, tmp_path / "course")
    with Gradebook(database(course), "small") as gradebook:
        score = gradebook.find_grade("test-add-large", "adding", PS, "half")
        score.manual_score, score.needs_manual_grade = 2.5, False
        score.extra_credit = 1
        gradebook.find_comment("add", "adding", PS, "half").manual_comment = "Nearly."
        # A late penalty takes away what a person gave too.
        gradebook.find_grade("add-why", "adding", PS, "late").manual_score = 1.5
        gradebook.db.commit()
    theirs = shutil.copytree(course, tmp_path / "stock")
    grade(course, "--force", "--student=half", "--student=late")
    run_nbgrader(theirs, "autograde", PS, "--force", "--student=[hl]a*")
    with Gradebook(database(theirs), "small") as gradebook:
        score = gradebook.find_grade("test-add-large", "adding", PS, "half")
        assert score.needs_manual_grade  # again, for nbgrader, although nothing has changed
        score.needs_manual_grade = False
        gradebook.db.commit()
    assert rows_of(database(course)) == rows_of(database(theirs))
    with Gradebook(database(course), "small") as gradebook:
        score = gradebook.find_grade("test-add-large", "adding", PS, "half")
        assert (score.manual_score, score.auto_score, score.extra_credit) == (2.5, 0, 1)
        assert not score.needs_manual_grade
        assert gradebook.find_comment("add", "adding", PS, "half").manual_comment == "Nearly."


def test_a_write_up_that_was_read_and_has_not_changed_is_not_read_again(graded, tmp_path):
    course = shutil.copytree(graded, tmp_path / "course")

    def waits(student):
        with Gradebook(database(course), "small") as gradebook:
            return gradebook.find_grade("add-why", "adding", PS, student).needs_manual_grade

    with Gradebook(database(course), "small") as gradebook:
        for student in ("right", "half"):
            score = gradebook.find_grade("add-why", "adding", PS, student)
            score.manual_score, score.needs_manual_grade = 1.5, False
        gradebook.db.commit()
    grade(course, "--force", "--student=right", "--student=half")
    assert not waits("right") and not waits("half")
    path = course / "submitted" / "half" / PS / "adding.ipynb"
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == "add-why":
            cell.source += " And one thing more."
    nbformat.write(notebook, path)
    grade(course)
    assert not waits("right") and waits("half")
    with Gradebook(database(course), "small") as gradebook:
        assert gradebook.find_grade("add-why", "adding", PS, "half").manual_score == 1.5


KILLED = """
import os, signal
from nbjudge.files.replace import hidden_pair
from nbjudge.grading import writer

def killed(folder):
    folder.rename(hidden_pair(folder)[1])
    os.kill(os.getpid(), signal.SIGKILL)

writer.replace_folder = killed
"""


def test_a_write_up_that_was_read_stays_so_when_a_run_is_killed_between_two_renames(
    graded, tmp_path
):
    course = shutil.copytree(graded, tmp_path / "course")
    with Gradebook(database(course), "small") as gradebook:
        score = gradebook.find_grade("add-why", "adding", PS, "right")
        score.manual_score, score.needs_manual_grade = 1.5, False
        gradebook.db.commit()
    path = course / "submitted" / "right" / PS / "adding.ipynb"
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == "add":
            cell.source += "  # as above"
    nbformat.write(notebook, path)
    config, folder = course / "nbgrader_config.py", course / "autograded" / "right"
    before = config.read_text()
    config.write_text(before + KILLED)
    assert run_nbjudge(course, "grade", PS, before=("env",)).returncode == -signal.SIGKILL
    assert [path.name for path in folder.iterdir() if not path.name.startswith(".")] == []
    config.write_text(before)
    assert "1 graded" in grade(course)
    assert [path.name for path in folder.iterdir()] == [PS]
    with Gradebook(database(course), "small") as gradebook:
        score = gradebook.find_grade("add-why", "adding", PS, "right")
        assert (score.manual_score, score.needs_manual_grade) == (1.5, False)


KILLED_AFTER_IT_STORED = """
import os, signal
from nbjudge.grading import writer

replace_folder = writer.replace_folder

def killed(folder):
    replace_folder(folder)
    os.kill(os.getpid(), signal.SIGKILL)

writer.replace_folder = killed
"""


def kill_after_the_first(course, students):
    """Grade two students who have submitted again; kill the run when it has stored one of them."""
    for student in students:
        path = course / "submitted" / student / PS / "adding.ipynb"
        shutil.copy(course / "submitted" / "right" / PS / "adding.ipynb", path)
    before = {student: points_of(course, student) for student in students}
    config = course / "nbgrader_config.py"
    text = config.read_text()
    config.write_text(text + KILLED_AFTER_IT_STORED)
    only = [f"--student={student}" for student in students]
    assert run_nbjudge(course, "grade", PS, *only, before=("env",)).returncode == -signal.SIGKILL
    config.write_text(text)
    (stored,) = (student for student in students if points_of(course, student) != before[student])
    return stored, next(student for student in students if student != stored)


def test_a_run_says_whose_points_it_has_changed_and_the_audit_those_of_a_killed_one(
    graded, tmp_path
):
    """The next run says only whose points it changes itself."""
    course = shutil.copytree(graded, tmp_path / "course")
    stored, other = kill_after_the_first(course, ("wrong", "half"))
    lines = audit_of(course)
    assert lines[-1]["student"] == stored and lines[-1]["points"]["adding"]["test-add-large"] == 3
    changes = tmp_path / "changes.csv"
    assert "1 graded" in grade(course, f"--changes={changes}")
    assert [row["student"] for row in csv.DictReader(changes.open())] == [other]


def test_no_hook_is_called_for_what_a_killed_run_has_stored(graded, tmp_path):
    """A known limit: `Autograde.post_convert_hook` is not called for that submission."""
    course = shutil.copytree(graded, tmp_path / "course")
    (course / "hooks.py").write_text(
        "def after(assignment, student, notebooks):\n"
        "    print(student, file=open('hooks.log', 'a'))\n"
    )
    with (course / "nbgrader_config.py").open("a") as config:
        config.write("c.Autograde.post_convert_hook = 'hooks.after'\n")
    students = {path.name for path in (course / "submitted").iterdir()}
    stored, _ = kill_after_the_first(course, ("wrong", "half"))
    assert not (course / "hooks.log").exists()
    assert "5 graded" in grade(course)  # with a hook, all are graded again
    assert set((course / "hooks.log").read_text().split()) == students - {stored}


def test_json(course):
    grade(course, "--student=right", "--json=run.json")
    run = json.loads((course / "run.json").read_text())
    assert (run["assignment"], run["graded"], run["skipped"]) == (PS, 1, 0)
    assert run["submissions"]["right"] == record_of(course, "right")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["grade"], "required: ASSIGNMENT"),
        (
            ["grade", "nope"],
            "has no assignment 'nope' (it has: ps). Correct the name",
        ),
        (["grade", PS, "--student=nobody"], "No submission to ps by nobody."),
        (["grade", PS, "--workers=0"], "--workers"),
        (["grade", PS, "--wrkers=2"], "unrecognized argument: --wrkers=2"),
        (["grade", PS, "--LimitOutput.max_lines=many"], "The configuration is wrong"),
        (["grade", PS, "--JudgeExecute.memory_mb=-1"], "The configuration is wrong: The value of"),
        (["table", "nope"], "nope"),
        (["report", "nope"], "nope"),
    ],
)
def test_wrong_usage(template, arguments, sentence, monkeypatch, capsys):
    monkeypatch.chdir(template)
    try:
        code = main(arguments)
    except SystemExit as end:
        code = end.code
    assert code == 2
    assert sentence in capsys.readouterr().err


def test_not_a_course(tmp_path):
    finished = run_nbjudge(tmp_path, "grade", PS)
    assert finished.returncode == 2
    assert "Run this command in the course folder" in finished.stderr
    assert not (tmp_path / "gradebook.db").exists()


def test_preprocessor_of_the_course_reads_the_gradebook(course):
    """A course's own preprocessor finds the definition where nbgrader's have it."""
    (course / "own.py").write_text(
        "from nbgrader.api import Gradebook\n"
        "from nbgrader.preprocessors import NbGraderPreprocessor\n"
        "class Stamp(NbGraderPreprocessor):\n"
        "    def preprocess(self, nb, resources):\n"
        "        place = resources['nbgrader']\n"
        "        with Gradebook(place['db_url']) as gradebook:\n"
        "            notebook = gradebook.find_notebook(place['notebook'], place['assignment'])\n"
        "            nb.metadata['stamp'] = len(notebook.source_cells)\n"
        "        return nb, resources\n"
    )
    with (course / "nbgrader_config.py").open("a") as config:
        config.write("c.Autograde.autograde_preprocessors.append('own.Stamp')\n")
    grade(course, "--student=right")
    path = course / "autograded" / "right" / PS / "adding.ipynb"
    assert nbformat.read(path, as_version=4).metadata.stamp == 5


def test_hooks_and_students_of_the_configuration(course):
    """Nbgrader's hooks are called for each submission, and no student is added unasked."""
    (course / "hooks.py").write_text(
        "import os\n"
        "def before(assignment, student, notebooks):\n"
        "    print('before', student, len(notebooks), file=open('hooks.log', 'a'))\n"
        "def after(assignment, student, notebooks):\n"
        "    there = os.path.exists(f'autograded/{student}/{assignment}/nbjudge.json')\n"
        "    print('after', student, there, file=open('hooks.log', 'a'))\n"
    )
    with (course / "nbgrader_config.py").open("a") as config:
        config.write("c.BaseConverter.pre_convert_hook = 'hooks.before'\n")
        config.write("c.BaseConverter.post_convert_hook = 'hooks.after'\n")
        config.write("c.Autograde.create_student = False\n")
    with Gradebook(database(course), "small") as gradebook:
        gradebook.add_student("half")
    printed = grade(course, "--student=half", "--student=right", expect=3)
    why = "the student is not in the gradebook, and Autograde.create_student is False"
    assert f"right: {why}" in printed
    assert [row["id"] for row in rows_of(database(course))["student"]] == ["half"]
    assert not (course / "autograded" / "right" / PS).exists()
    lines = (course / "hooks.log").read_text().splitlines()
    assert sorted(lines) == ["after half True", "before half 2", "before right 2"]


def test_what_a_hook_changes_is_what_is_graded(course):
    """A course's hook may repair the files before they are read."""
    submitted = course / "submitted" / "right" / PS
    grade(course, "--student=right", "--force")
    before = points_of(course, "right")
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(
            "def hook(assignment, student, notebooks):\n"
            "    import pathlib\n"
            "    for path in map(pathlib.Path, notebooks):\n"
            "        path.write_text(path.read_text().replace('return', 'return None and'))\n"
            "c.BaseConverter.pre_convert_hook = hook\n"
        )
    grade(course, "--student=right", "--force")
    assert "return None and" in (submitted / "adding.ipynb").read_text()
    assert points_of(course, "right") < before


def test_progress_in_a_terminal_and_in_a_log(course):
    controller, terminal = pty.openpty()
    command = [sys.executable, "-m", "nbjudge", "grade", PS]
    run = subprocess.Popen(command, cwd=course, stderr=terminal, stdout=subprocess.PIPE)
    os.close(terminal)
    shown = b""
    with contextlib.suppress(OSError):  # raised at the end of what a terminal shows
        while chunk := os.read(controller, 4096):
            shown += chunk
    os.close(controller)
    assert b"6 graded in" in run.communicate()[0]
    for part in (b"Grading", b"0/6", b"5/6", b"0 need attention"):
        assert part in shown


def test_no_one_submitted(course):
    shutil.rmtree(course / "submitted")
    assert "Nothing was submitted" in grade(course, expect=2)


def test_two_notebooks_do_not_share_their_scores(course):
    """A notebook that ends its process costs the other one nothing."""
    folder = course / "submitted" / "right" / PS
    edit(folder / "adding.ipynb", lambda nb: nb["cells"].insert(0, _code("import os; os._exit(1)")))
    grade(course, "--student=right", expect=3)
    scores = scores_of(course, "right")
    assert (scores["test-add-small"], scores["test-double-small"]) == (0, 2)
    (reason,) = record_of(course, "right")["reasons"]
    assert reason.startswith("adding.ipynb: ")


def _code(source):
    return {
        "cell_type": "code",
        "id": "added",
        "metadata": {},
        "source": source,
        "outputs": [],
        "execution_count": None,
    }
