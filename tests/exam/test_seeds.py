"""The seed decides the sheets, and nothing of a sheet can be made without it."""

import hashlib
import hmac
import random
import re

import pytest
import seeds
from exam_file import Exam, Student, Task
from seeds import PRACTICE, SeedError, random_for, read_or_make_seed
from sheet import make_sheets
from tasks import KINDS

SEED = bytes(range(16))
EXAM = Exam("midterm", "Midterm", "2026-12-11", 60, "A4", tuple(Task(kind, 4) for kind in KINDS))
CLASS = [Student(name, "") for name in ("ada", "bob", "eve", "mia")]


def programs(sheets):
    """Return what is asked, by student."""
    return {sheet.student.id: [list(one.code) for one in sheet.questions] for sheet in sheets}


def test_a_seed_makes_the_same_sheets_again():
    assert programs(make_sheets(EXAM, CLASS, SEED)) == programs(make_sheets(EXAM, CLASS, SEED))


@pytest.mark.parametrize("bit", [0, 64, 127])
def test_a_seed_that_differs_in_one_bit_makes_other_sheets(bit):
    other = (int.from_bytes(SEED, "big") ^ (1 << bit)).to_bytes(16, "big")
    mine = programs(make_sheets(EXAM, CLASS, SEED))
    theirs = programs(make_sheets(EXAM, CLASS, other))
    for student, questions in mine.items():
        pairs = zip(questions, theirs[student], strict=True)
        assert all(one != another for one, another in pairs)


def test_the_practice_sheet_is_none_of_the_class():
    practice = programs(make_sheets(EXAM, CLASS, PRACTICE))
    for student, questions in programs(make_sheets(EXAM, CLASS, SEED)).items():
        assert all(one not in practice[student] for one in questions)


def test_another_exam_and_another_student_get_other_sheets():
    title = Exam("final", "Final", "2027-02-01", 60, "A4", EXAM.tasks)
    first = programs(make_sheets(EXAM, CLASS[:1], SEED))["ada"]
    assert all(one not in first for one in programs(make_sheets(title, CLASS[:1], SEED))["ada"])
    other = programs(make_sheets(EXAM, [Student("Ada", "")], SEED))["Ada"]
    assert all(one not in first for one in other)


def test_names_that_join_to_the_same_text_have_different_numbers():
    drawn = {random_for(SEED, *names).random() for names in [("ab", "c"), ("a", "bc"), ("abc",)]}
    assert len(drawn) == 3


def test_no_number_comes_from_elsewhere(monkeypatch):
    """The functions of the module random have a state of their own, which needs no seed."""
    for name in ("random", "randrange", "choice", "shuffle", "sample", "getrandbits"):
        monkeypatch.setattr(seeds.random, name, None)
    make_sheets(EXAM, CLASS[:1], SEED)


def test_numbers_come_from_hmac_sha256_of_seed_exam_and_student():
    message = b'["Midterm", "ada", 0]'
    digest = hmac.new(SEED, message, hashlib.sha256).digest()
    expected = random.Random(int.from_bytes(digest, "big")).random()
    assert random_for(SEED, "Midterm", "ada", 0).random() == expected


def test_late_students_at_the_end_of_the_list_change_no_sheet():
    before = programs(make_sheets(EXAM, CLASS[:2], SEED))
    after = programs(make_sheets(EXAM, CLASS, SEED))
    assert {student: after[student] for student in before} == before


def test_the_code_of_a_sheet_changes_with_what_is_printed():
    codes = {sheet.code for sheet in make_sheets(EXAM, CLASS, SEED)}
    assert len(codes) == len(CLASS)
    assert all(re.fullmatch("[0-9a-f]{6}", code) for code in codes)


def test_a_seed_has_128_bits_and_only_its_owner_reads_it(tmp_path):
    path = tmp_path / "midterm.seed"
    seed = read_or_make_seed(path)
    assert len(seed) == 16
    assert path.stat().st_mode & 0o777 == 0o600
    assert read_or_make_seed(path) == seed
    assert read_or_make_seed(tmp_path / "final.seed") != seed


def test_a_seed_that_others_may_read_is_refused(tmp_path):
    path = tmp_path / "midterm.seed"
    read_or_make_seed(path)
    path.chmod(0o640)
    with pytest.raises(SeedError, match="chmod 600"):
        read_or_make_seed(path)


@pytest.mark.parametrize("text", ["", "0123", "no seed", "00" * 15, "00" * 17])
def test_a_damaged_seed_is_refused(tmp_path, text):
    path = tmp_path / "midterm.seed"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(SeedError, match="32 hexadecimal digits"):
        read_or_make_seed(path)
