"""Exam files and lists of students: all that spreadsheets write, and a sentence for a mistake."""

import datetime
import random
import re
from pathlib import Path

import pytest
from exam_file import Exam, InputError, Student, Task, read_exam, read_students
from tasks import KINDS

EXAM = """
title = "Midterm"
date = 2026-12-11
minutes = 60

[[task]]
kind = "flags"
points = 6

[[task]]
kind = "steps"
points = 4.5
"""


@pytest.fixture
def exam_path(tmp_path):
    return tmp_path / "midterm.toml"


def test_an_exam_file_is_read(exam_path):
    exam_path.write_text(EXAM)
    tasks = (Task("flags", 6), Task("steps", 4.5))
    date = str(datetime.date(2026, 12, 11))
    assert read_exam(exam_path) == Exam("midterm", "Midterm", date, 60, "A4", tasks)


def test_a_date_may_be_a_text_and_the_paper_letter(exam_path):
    exam_path.write_text('paper = "letter"\n' + EXAM.replace("2026-12-11", '"11 December"'))
    exam = read_exam(exam_path)
    assert (exam.date, exam.paper) == ("11 December", "letter")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('title = "Midterm"', "", "lacks 'title'"),
        ('title = "Midterm"', "title = 3", "title should be a text, not 3"),
        ("minutes = 60", 'minutes = "60"', "minutes should be a whole number, not '60'"),
        ("minutes = 60", "minutes = true", "minutes should be a whole number, not True"),
        ("minutes = 60", "hours = 1", "lacks 'minutes'"),
        ("minutes = 60", "minutes = 60\nhours = 1", "has 'hours', which does not exist"),
        ("minutes = 60", 'minutes = 60\npaper = "A5"', "one of A4, letter, not 'A5'"),
        ("date = 2026-12-11", "date = 2026", "date should be a date"),
        ('"flags"', '"flag"', "task 1: kind should be one of flags, count"),
        ('"flags"', '["flags"]', "not ['flags']"),
        ("points = 6", "points = 0", "task 1: points should be a number such as 4 or 4.5, not 0"),
        ("points = 6", "points = 0.3", "not 0.3"),
        ("points = 6", 'points = "6"', "not '6'"),
        ("points = 6", "points = inf", "not inf"),
        ("points = 6", "", "task 1 lacks 'points'"),
        ("[[task]]", "[task]", "is not TOML"),
        ("[[task]]", "[[tasks]]", "lacks 'task'"),
        (EXAM, EXAM.partition("\n[[")[0] + "\ntask = 3", "task should be written as [[task]]"),
        (EXAM, EXAM.partition("\n[[")[0] + "\ntask = [3]", "task 1: write it as [[task]]"),
        (EXAM, EXAM.partition("\n[[")[0] + "\ntask = []", "has no task"),
    ],
)
def test_a_mistake_in_an_exam_file_gets_one_sentence(exam_path, old, new, sentence):
    exam_path.write_text(EXAM.replace(old, new))
    with pytest.raises(InputError) as raised:
        read_exam(exam_path)
    assert sentence in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_missing_exam_file_gets_one_sentence(exam_path):
    with pytest.raises(InputError, match=r"midterm\.toml can't be read: No such file"):
        read_exam(exam_path)


@pytest.mark.parametrize(
    "content",
    [
        b"id,first_name,last_name\nada,Ada,Lovelace\nb7,,\n",
        b"\xef\xbb\xbfID;First name;Last name\r\nada;Ada;Lovelace\r\nb7;;\r\n",
        b"Student ID\tFirst name\tLast name\r\nada\tAda\tLovelace\r\n\r\nb7\r\n",
        b'name,group,Id\n"Ada Lovelace","a,b",ada\n,," b7 "\n,,\n',
    ],
    ids=["commas", "semicolons and a mark", "tabs and empty lines", "quotes"],
)
def test_lists_are_read_as_spreadsheets_write_them(tmp_path, content):
    path = tmp_path / "students.csv"
    path.write_bytes(content)
    assert read_students(path) == [Student("ada", "Ada Lovelace"), Student("b7", "")]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "has no column 'id'"),
        (b"name\nada\n", "has no column 'id'"),
        (b"id\n", "has no students below its first line"),
        (b"id,name\nada,Ada\n,Bob\n", "line 3 has no id"),
        (b"id\nada\nbob\nada\n", "line 4: the id 'ada' is in line 2, too"),
        (b"id,name\nada,Lovelace,Ada\n", "line 2 has 3 fields, and the first line has 2"),
        (b"id\n=1+1\n", "would take the id '=1+1' for a formula"),
        (b"id\na\xe2\x80\x8bda\n", "has an invisible character"),
        ("id\nzo\xeb\n".encode("latin-1"), "is not UTF-8. Save it again as CSV UTF-8"),
        ("id\nada\n".encode("utf-16"), "is not UTF-8"),
        (b'id\n"ada\n', "is not CSV"),
    ],
)
def test_a_mistake_in_a_list_gets_one_sentence(tmp_path, content, sentence):
    path = tmp_path / "students.csv"
    path.write_bytes(content)
    with pytest.raises(InputError) as raised:
        read_students(path)
    assert sentence in str(raised.value)
    assert "\n" not in str(raised.value)


def test_the_page_shows_an_exam_file_that_is_read_and_lists_all_kinds(exam_path):
    page = (Path(__file__).resolve().parents[2] / "docs/exams.md").read_text(encoding="utf-8")
    exam_path.write_text(re.search(r"```toml\n(.*?)```", page, re.S)[1])
    assert len(read_exam(exam_path).tasks) == 3
    rows = re.findall(r"^\| `(\w+)` \|.*\| (\d+) \| \d+ \|$", page, re.M)
    values = {kind: len(module.draw(random.Random(0)).answers) for kind, module in KINDS.items()}
    assert {kind: int(count) for kind, count in rows} == values
