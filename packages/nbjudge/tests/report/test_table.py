"""The table of a class on one screen."""

import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from rich.console import Console

from nbjudge.errors import UsageError
from nbjudge.gradebook.record import NotebookRecord, Record
from nbjudge.gradebook.scores import CellGrade, NotebookGrades, ScoredCell, Scores, Submission
from nbjudge.report.class_findings import attention
from nbjudge.report.table import class_table, needs, print_table
from nbjudge_testing.gradebooks import CELLS, add_students, make_sample_gradebook, submit

TEST = ScoredCell("1-first", "test-f", 6.0, by_hand=False)
WRITEUP = ScoredCell("1-first", "f_writeup", 4.0, by_hand=True)
OTHER = ScoredCell("2-second", "test-g", 5.0, by_hand=False)


def submission(student, scores, pending=()):
    """A submission with the tests' scores by cell, and cells that wait for a person."""
    notebooks = {}
    for cell in [*scores, *pending]:
        notebook = notebooks.setdefault(cell.notebook, NotebookGrades(0.0, {}))
        notebook.grades[cell.name] = CellGrade(
            cell, scores.get(cell), needs_manual_grade=cell in pending
        )
    return Submission(student, notebooks)


def show(submissions, reasons=None, width=200, notes=()) -> list[str]:
    """The printed lines: the table, an empty line, and what needs attention."""
    scores = Scores("a", [TEST, WRITEUP, OTHER], {s.student_id: s for s in submissions})
    output = io.StringIO()
    console = Console(file=output, width=width)
    records = {name: Record("needs-attention", [why]) for name, why in (reasons or {}).items()}
    for name, lines in dict(notes).items():
        noted = {"1-first": NotebookRecord(notes=lines)}
        records[name] = replace(records.get(name, Record()), notebooks=noted)
    found = attention(scores, records)
    console.print(class_table(scores, found))
    console.print(needs(scores, found, records))
    return [line.strip() for line in output.getvalue().splitlines()]


def row(student, lines) -> list[str]:
    """The cells of a student's row."""
    return next(line.split()[1:] for line in lines if line.startswith(f"{student} "))


def test_a_row_shows_points_by_task_and_their_sum():
    ada = submission("ada", {TEST: 4.5, WRITEUP: 0.0, OTHER: 5.0})
    assert row("ada", show([ada])) == ["4.5", "5", "9.5"]


def test_a_late_penalty_has_a_column_if_anybody_has_one():
    ada = submission("ada", {TEST: 4.5, OTHER: 5.0})
    bob = submission("bob", {TEST: 4.5, OTHER: 5.0})
    assert "late" not in " ".join(show([ada, bob]))
    late = replace(bob.notebooks["2-second"], late_submission_penalty=1.0)
    bob.notebooks["2-second"] = late
    lines = show([ada, bob])
    assert row("bob", lines) == ["4.5", "5", "-1", "8.5"]
    assert row("ada", lines) == ["4.5", "5", "9.5"]
    assert any("late" in line.split() for line in lines[:3])


def test_a_write_up_to_grade_is_named():
    scores = {TEST: 6.0, OTHER: 5.0}
    lines = show([submission(student, scores, [WRITEUP]) for student in ("ada", "bob")])
    assert row("ada", lines) == ["6+?", "5", "11"]
    assert "to grade by hand: f_writeup in 1-first, 2 submissions" in lines


def test_a_task_whose_tests_gave_no_score_needs_attention():
    lines = show([submission("ada", {TEST: 6.0}, [OTHER])])
    assert row("ada", lines) == ["6", "0+?", "6", "!"]
    assert "ada  The tests of 2-second gave no score. Grade it by hand" in lines
    assert any(line.startswith("1 submission; 1 needs attention (!)") for line in lines)


def test_a_note_is_shown_and_needs_no_attention():
    ada = submission("ada", {TEST: 6.0})
    lines = show(
        [ada], {"bob": "why"}, notes={"ada": ["x [1] counts as y"], "bob": ["and", "more"]}
    )
    assert row("ada", lines) == ["6", "0", "6"]
    assert [line for line in lines if "  " in line][-3:] == [
        "ada  x [1] counts as y",
        "bob  why",
        "bob  and; more",
    ]


def test_a_reason_is_shown_as_it_is_even_without_a_submission_in_the_gradebook():
    lines = show([], {"bob": "2-second.ipynb is [bold]not JSON"})
    assert row("bob", lines) == ["0", "0", "0", "!"]
    assert "bob  2-second.ipynb is [bold]not JSON" in lines
    assert any(line.startswith("1 submission; 1 needs attention") for line in lines)


def test_a_long_reason_is_cut():
    shown = show([], {"bob": "nothing is right " * 20})[-1]
    assert len(shown) <= 125
    assert shown.endswith("...")


def test_a_class_fits_on_a_terminal_of_80_columns():
    """A student takes a line, and one or two more where something is wrong with the submission."""
    cells = [ScoredCell(name, "test-f", 10.0, by_hand=False) for name in CELLS]
    students = [submission(f"student{n:02}", dict.fromkeys(cells, 10.0)) for n in range(12)]
    scores = Scores("homework", cells, {s.student_id: s for s in students})
    why = "3-homework-graph.ipynb is not a notebook " * 3
    reasons = {f"student{n:02}": [why] for n in range(6)}
    output = io.StringIO()
    console = Console(file=output, width=80)
    console.print(class_table(scores, reasons))
    console.print(needs(scores, reasons, {}))
    lines = output.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 12 + 2 * 6 + 10
    assert row("student11", [line.strip() for line in lines]) == ["10", "10", "10", "10", "40"]


@pytest.mark.parametrize("name", ["student{:02}", "student{:02}@mail.edu", "s" * 70 + "{:02}"])
def test_an_id_is_never_cut(name):
    """With as many tasks as fit, and one more than the lab has."""
    cells = [ScoredCell(task, "test-f", 10.0, by_hand=False) for task in [*CELLS, "5-two-ways"]]
    points = dict.fromkeys(cells, 10.0)
    names = [name.format(n) for n in range(12)]
    scores = Scores("homework", cells, {each: submission(each, points) for each in names})
    output = io.StringIO()
    reasons = {name: ["needs a look"] for name in names}
    Console(file=output, width=80).print(class_table(scores, reasons))
    lines = output.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.split()[-7:] == [*["10"] * 5, "50", "!"] for line in lines) == len(names)
    ids = "".join(line[:21].strip().split(" ")[0] for line in lines)
    assert [each for each in names if each not in ids] == []


@pytest.mark.parametrize("width", [30, 50, 60])
def test_nothing_is_left_out_on_a_narrow_terminal(coursedir, capsys, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("FORCE_COLOR", "1")  # as on a terminal
    with Gradebook(coursedir.db_url) as gradebook:
        add_students(gradebook, "amara")
        submit(gradebook, "amara")
    folder = Path(coursedir.root, "autograded", "amara", "homework")
    folder.mkdir(parents=True)
    record = {"status": "needs-attention", "reasons": ["needs a look"]}
    (folder / "nbjudge.json").write_text(json.dumps(record))
    print_table(coursedir, "homework")
    shown = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out)
    lines = [line.strip() for line in shown.splitlines()]
    assert row("amara", lines) == ["10", "10", "10", "10", "40", "!"]


@pytest.fixture
def coursedir(tmp_path):
    """A course whose gradebook holds the assignment `homework` and no student."""
    make_sample_gradebook(tmp_path / "gradebook.db")
    return CourseDirectory(root=str(tmp_path))


def test_the_table_is_read_from_the_gradebook_and_the_records(coursedir, capsys):
    with Gradebook(coursedir.db_url) as gradebook:
        gradebook.add_student("ada")
        gradebook.add_submission("homework", "ada")
    folder = Path(coursedir.root, "autograded", "ada", "homework")
    folder.mkdir(parents=True)
    reasons = ["2-sorting.ipynb is not JSON"]
    record = {"status": "needs-attention", "reasons": reasons}
    (folder / "nbjudge.json").write_text(json.dumps(record))

    print_table(coursedir, "homework")
    printed = capsys.readouterr().out
    assert "3-" in printed and "homework-" in printed
    assert "of 40" in printed
    assert "ada" in printed
    assert reasons[0] in printed


def test_an_unknown_assignment_is_one_sentence(coursedir):
    with pytest.raises(UsageError, match="has no assignment 'other'"):
        print_table(coursedir, "other")


def test_a_folder_without_a_gradebook_is_one_sentence_and_gets_none(tmp_path):
    with pytest.raises(UsageError, match="There is no gradebook"):
        print_table(CourseDirectory(root=str(tmp_path)), "homework")
    assert list(tmp_path.iterdir()) == []
