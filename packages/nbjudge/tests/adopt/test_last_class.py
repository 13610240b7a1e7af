"""`nbjudge check --compare` says by test cell how many of a class get other points, and why."""

import shutil
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook

from nbjudge.gradebook.source_notebooks import tagged_cells
from nbjudge.tags import IN_PROCESS
from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.small_courses import COURSES, make_course

RIGHT, WRONG, EMPTY = (2, 3, 1), (2, 3, 0), (0, 0, 0)
CELLS = ("shouts", "parses", "doubles")
# What the gradebook has for these cells. Eve's answer is right, so her points
# are not those of plain nbgrader here, and Fay has none.
POINTS = {"ann": RIGHT, "bob": RIGHT, "cid": WRONG, "dan": EMPTY, "eve": (2, 3, 0)}
# What each answer tries: a file next to the course, which only code outside a sandbox can write.
ESCAPE = """
try:
    open({!r}, "w").close()
except OSError:
    pass
"""
HANDED_IN = {"ann": RIGHT, "bob": RIGHT, "cid": WRONG, "dan": EMPTY, "eve": RIGHT, "fay": RIGHT}


def hand_in(course: Path, student: str, points: tuple[int, ...]) -> None:
    """Submit the released notebook, with answers that plain nbgrader gives these points."""
    folder = course / "submitted" / student / "last"
    folder.mkdir(parents=True)
    notebook = nbformat.read(course / "release" / "last" / "problem.ipynb", as_version=4)
    if points != EMPTY:
        source = nbformat.read(course / "source" / "last" / "problem.ipynb", as_version=4)
        answer = source.cells[0].source
        answer = answer.replace("x + x", "x * 1.5" if points[2] == 0 else "2 * x")
        notebook.cells[0].source = answer + ESCAPE.format(str(course.parent / "escaped"))
    nbformat.write(notebook, folder / "problem.ipynb")


def grade(course: Path, student: str, scores: dict[str, int], assignment: str = "last") -> None:
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        gradebook.update_or_create_student(student)
        with gradebook.db.no_autoflush:
            (notebook,) = gradebook.add_submission(assignment, student).notebooks
        for each in notebook.grades:
            each.auto_score = scores[each.name]
        gradebook.db.commit()


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course whose class is graded."""
    course = make_course(tmp_path_factory.mktemp("last") / "course", COURSES / "last")
    run_nbgrader(course, "generate_assignment", "last")
    for student, points in HANDED_IN.items():
        hand_in(course, student, points)
    for student, points in POINTS.items():
        grade(course, student, dict(zip(CELLS, points, strict=True)))
    (course / ".nbjudge.lock").write_text("/tmp/no folder of a killed run")
    return course


def files_of(course: Path) -> dict[Path, bytes]:
    found = (path for path in course.rglob("*") if path.is_file())
    return {path: path.read_bytes() for path in found if path.name != ".nbjudge-said.json"}


@pytest.fixture(scope="module")
def checked(course):
    before = files_of(course)
    finished = run_nbjudge(course, "check", "last", "--compare")
    assert files_of(course) == before, "the check has changed the course"
    assert finished.returncode == 3
    return finished


@pytest.mark.parametrize(
    "sentence",
    [
        "note: problem: 5 submissions compared with the gradebook; 4 of them would need "
        "attention in nbjudge\n    why: ann: problem.ipynb: a test cell could not check an answer",
        "problem: 1 of 3 test cells run separately, 2 as in plain nbgrader: shouts, parses\n",
        "problem, shouts: 4 of 5 students get different points in nbjudge (all lower; "
        "look at their answers first, because nbjudge stops cheats)\n"
        '    at:  line 6, `assert said.getvalue() == "HEY\\n", "say HEY"`, in nbjudge: '
        "AssertionError: say HEY; plain nbgrader: 'HEY\\n'; nbjudge: ''\n"
        "    why: ann gets 2 of 2 in plain nbgrader and 0 in nbjudge; the answer prints in its own "
        "process, which this cell does not change\n"
        "    do:  import `run` in an instructor cell (`nbjudge init --printed last` writes ",
        "in nbjudge: UndecidedError: A test cell cannot see that an object of the submission is a "
        'Namespace: compare the name of its class, `type(x).__name__ == "Namespace"`, or tag this '
        "test cell nbjudge:in-process; plain nbgrader: True; nbjudge: False\n"
        "    why: ann gets 3 of 3 in plain nbgrader and 0 in nbjudge; a test cell cannot see that "
        "an object of the submission is a Namespace\n",
        "problem, doubles: 1 of 5 students get different points in nbjudge (all higher)\n"
        "    why: eve gets 0 of 1 in plain nbgrader and 1 in nbjudge\n"
        "    do:  the tag nbjudge:in-process does not help, so have ",
        "last: 3 problems to fix before release; `nbjudge check last --compare --student=ID "
        "--write` tags 2 test cells, if the answers of students whom you trust need it.",
    ],
)
def test_what_is_said_of_a_class(checked, sentence):
    assert sentence in checked.stdout


def test_answers_of_a_class_run_only_in_the_sandbox(checked, course):
    """Also those that are run for their values, as in plain nbgrader."""
    assert "plain nbgrader: 'HEY\\n'; nbjudge: ''" in checked.stdout
    assert not (course.parent / "escaped").exists()


def test_who_is_left_out_is_counted(checked):
    assert "Leaving out 1 student whose points are missing or nbjudge's" in checked.stderr
    assert "Grading 5 submissions with nbjudge" in checked.stderr


def test_points_of_nbjudge_are_not_compared_with_nbjudges(tmp_path):
    """They agree, which says nothing of plain nbgrader."""
    course = make_course(tmp_path / "course", COURSES / "last")
    run_nbgrader(course, "generate_assignment", "last")
    hand_in(course, "ann", RIGHT)
    assert run_nbjudge(course, "init").returncode == 0
    run_nbjudge(course, "grade", "last")
    for options in (["--compare"], ["--gradebook=gradebook.db"]):
        finished = run_nbjudge(course, "check", "last", *options)
        assert finished.returncode == 2
        assert "Leaving out 1 student whose points are missing or nbjudge's" in finished.stderr
        assert "has points of plain nbgrader. Pass a class and its gradebook" in finished.stderr
    shutil.copy(course / "gradebook.db", tmp_path / "last_years.db")  # whose they are is not seen
    finished = run_nbjudge(course, "check", "last", "--gradebook=../last_years.db")
    assert "1 submission compared with the gradebook" in finished.stdout


def test_a_sample_of_a_class_elsewhere(course, tmp_path):
    """Of two students, the notebook of one is broken: nobody's points are compared with his."""
    other = make_course(tmp_path / "other", COURSES / "last")
    shutil.copytree(course / "submitted", tmp_path / "class")
    shutil.copy(course / "gradebook.db", tmp_path / "class.db")
    (tmp_path / "class" / "cid" / "last" / "problem.ipynb").write_text("no notebook")
    before = files_of(tmp_path)
    options = ("--compare=../class", "--gradebook=../class.db", "--sample=2")
    finished = run_nbjudge(other, "check", "last", *options)
    assert files_of(tmp_path) == before
    assert "problem, shouts: 1 of 2 students get different points" in finished.stdout
    assert (
        "note: problem: 2 submissions compared with the gradebook; 2 of them would need "
        "attention in nbjudge\n    why: cid: problem.ipynb"
    ) in finished.stdout


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--gradebook=nowhere.db"], "nbjudge: There is no gradebook nowhere.db. Pass the "),
        (["--compare=source"], "nbjudge: No submission of last in "),
        (
            ["--compare", "--JudgeExecute.sandbox=False", "--JudgeExecute.require_hardening=True"],
            "nbjudge: Nothing is graded until this is fixed:\n",
        ),
        (["--compare", "--answers=source"], "Use --answers or --notebook without --compare"),
        (["--student=ann"], "Use --student with --compare"),
        (["--compare", "--write"], "pass --student=ID for each student whose answers you trust"),
        (["--compare", "--student=fay", "--student=ann"], "nbgrader for fay. Correct --student"),
    ],
)
def test_a_class_that_is_not_there(course, options, sentence):
    finished = run_nbjudge(course, "check", "last", *options)
    assert finished.returncode == 2 and sentence in finished.stderr


def test_without_solution_cells_it_says_that_nothing_was_compared(tmp_path):
    course = make_course(tmp_path / "course", COURSES / "bare")
    finished = run_nbjudge(course, "check", "bare")
    assert finished.returncode == 3
    assert "problem: no solution cells, so no correct answers were compared\n" in finished.stdout
    assert "--answers=FOLDER" in finished.stdout and "; 2 not compared" in finished.stdout
    assert "problem, shouts:" not in finished.stdout and "note:" not in finished.stdout


def test_a_class_without_solution_cells_is_compared(tmp_path):
    course = make_course(tmp_path / "course", COURSES / "bare")
    run_nbgrader(course, "generate_assignment", "bare")
    folder = course / "submitted" / "ann" / "bare"
    folder.mkdir(parents=True)
    notebook = nbformat.read(course / "release" / "bare" / "problem.ipynb", as_version=4)
    notebook.cells[0].source = "def shout(word):\n    print(word.upper())"
    nbformat.write(notebook, folder / "problem.ipynb")
    grade(course, "ann", {"shouts": 2, "returns_nothing": 1}, "bare")
    finished = run_nbjudge(course, "check", "bare", "--compare")
    assert finished.returncode == 3
    assert "problem, shouts: 1 of 1 student get different points in nbjudge" in finished.stdout
    assert "why: ann gets 2 of 2 in plain nbgrader and 0 in nbjudge; " in finished.stdout
    assert "problem, returns_nothing" not in finished.stdout
    assert "no solution cells" not in finished.stdout and "not compared" not in finished.stdout


def test_an_answer_can_be_given(tmp_path):
    course = make_course(tmp_path / "course", COURSES / "bare")
    finished = run_nbjudge(course, "check", "bare", "--answers=answers")
    assert finished.returncode == 2
    assert "Cannot read answers/problem.ipynb. Put a notebook with answers there" in finished.stderr
    notebook = nbformat.read(course / "source" / "bare" / "problem.ipynb", as_version=4)
    notebook.cells[0].source = "def shout(word):\n    print(word.upper())"
    (course / "answers").mkdir()
    nbformat.write(notebook, course / "answers" / "problem.ipynb")
    finished = run_nbjudge(course, "check", "bare", "--answers=answers")
    assert "problem, shouts: the solution gets 2 of 2 in plain nbgrader and 0 in nbjudge\n" in (
        finished.stdout
    )
    assert "in nbjudge: AssertionError; plain nbgrader: 'A\\n'; nbjudge: ''\n" in finished.stdout
    assert "not compared" not in finished.stdout and "note:" not in finished.stdout


def test_a_test_cell_that_has_changed_since_is_not_compared(course, tmp_path):
    """Its points are those of another test. And no check of a class is one of the assignment."""
    newer = tmp_path / "newer"
    shutil.copytree(course, newer)
    run_nbjudge(newer, "init")
    path = newer / "source" / "last" / "problem.ipynb"
    notebook = nbformat.read(path, as_version=4)
    changed = next(cell for cell in notebook.cells if cell.source.startswith("assert double(3)"))
    changed.source += "\nassert double([1]) == [2, 2]"
    nbformat.write(notebook, path)
    options = ("--compare", "--student=ann", "--write")
    finished = run_nbjudge(newer, "check", "last", *options)
    assert (
        "note: problem, doubles: is not compared: the gradebook has no points for it, "
        "or for another version of it\n"
    ) in finished.stdout
    assert "; 1 not compared\n" in finished.stdout and "doubles: 1 of" not in finished.stdout
    assert "has not been checked" in run_nbjudge(newer, "grade", "last", "--student=fay").stderr


def test_tags_are_written_for_students_whose_answers_are_trusted(course):
    """Ann's answer is right. Eve's has other points in the gradebook, and Dan wrote nothing."""
    path = course / "source" / "last" / "problem.ipynb"
    options = ("--compare", "--write", "--student=dan")
    finished = run_nbjudge(course, "check", "last", *options)
    assert finished.returncode == 0 and not tagged_cells(path)
    options = ("--compare", "--write", "--student=ann", "--student=eve")
    finished = run_nbjudge(course, "check", "last", *options)
    assert tagged_cells(path) == {"shouts": (IN_PROCESS,), "parses": (IN_PROCESS,)}
    assert "last: 1 problem is left (details above):\n    problem, doubles: " in finished.stdout
