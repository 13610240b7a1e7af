"""The table of a class on one screen."""

import io
import json

import pytest
from conftest import ASSIGNMENT
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from rich.console import Console

from nbjudge.course.scores import Cell, Mark, Scores, Submission
from nbjudge.errors import WrongUsage
from nbjudge.report.table import class_table, print_table

TEST = Cell("1-first", "test-f", 6.0, by_hand=False)
WRITEUP = Cell("1-first", "f_writeup", 4.0, by_hand=True)
OTHER = Cell("2-second", "test-g", 5.0, by_hand=False)


def mark(auto=None, pending=False):
    return Mark(auto, None, 0.0, pending)


def rows(submissions, reasons=None) -> dict[str, list[str]]:
    """{student: the cells of the printed row}"""
    scores = Scores("a", [TEST, WRITEUP, OTHER], {s.student_id: s for s in submissions})
    output = io.StringIO()
    Console(file=output, width=200).print(class_table(scores, reasons or {}))
    lines = [line.strip().split(maxsplit=4) for line in output.getvalue().splitlines()]
    return {line[0]: line[1:] for line in lines if line}


def test_a_row_shows_points_by_task_and_their_sum():
    ada = Submission("ada", marks={TEST: mark(4.5), WRITEUP: mark(0.0), OTHER: mark(5.0)})
    assert rows([ada])["ada"] == ["4.5", "5", "9.5"]


def test_a_write_up_to_grade_is_named():
    ada = Submission("ada", marks={TEST: mark(6.0), WRITEUP: mark(pending=True), OTHER: mark(5.0)})
    assert rows([ada])["ada"] == ["6+?", "5", "11", "to grade: f_writeup"]


def test_a_task_whose_tests_gave_no_score_is_named():
    ada = Submission("ada", marks={TEST: mark(6.0), OTHER: mark(pending=True)})
    assert rows([ada])["ada"] == ["6", "0+?", "6", "tests of 2-second gave no score"]


def test_a_reason_is_shown_as_it_is_even_without_a_submission_in_the_gradebook():
    shown = rows([], {"bob": "2-second.ipynb is [bold]not JSON"})
    assert shown["bob"] == ["0", "0", "0", "2-second.ipynb is [bold]not JSON"]
    assert " ".join(shown["1"]).startswith("submissions; 1 need attention")


def test_a_long_reason_is_cut():
    shown = rows([], {"bob": "nothing is right " * 20})["bob"][-1]
    assert len(shown) <= 120
    assert shown.endswith("...")


def test_the_table_is_read_from_the_gradebook_and_the_records(generated_course, capsys):
    coursedir = CourseDirectory(root=str(generated_course))
    with Gradebook(coursedir.db_url) as gradebook:
        gradebook.add_student("ada")
        gradebook.add_submission(ASSIGNMENT, "ada")
    folder = generated_course / "autograded" / "ada" / ASSIGNMENT
    folder.mkdir(parents=True)
    reasons = ["2-reverse-order.ipynb is not JSON"]
    record = {"status": "needs-attention", "reasons": reasons}
    (folder / "nbjudge.json").write_text(json.dumps(record))

    print_table(coursedir, ASSIGNMENT)
    printed = capsys.readouterr().out
    assert "3-autograd-graph" in printed
    assert "of 40" in printed
    assert "ada" in printed
    assert reasons[0] in printed


def test_an_unknown_assignment_is_one_sentence(generated_course):
    with pytest.raises(WrongUsage, match="holds no assignment 'other'"):
        print_table(CourseDirectory(root=str(generated_course)), "other")


def test_a_folder_without_a_gradebook_is_one_sentence_and_gets_none(tmp_path):
    with pytest.raises(WrongUsage, match="There is no gradebook"):
        print_table(CourseDirectory(root=str(tmp_path)), ASSIGNMENT)
    assert list(tmp_path.iterdir()) == []
