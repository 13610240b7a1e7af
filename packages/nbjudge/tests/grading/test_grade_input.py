"""Whatever is submitted, the class is graded, and one line names what was wrong with it.

One class is graded once; each submission in it is bad in its own way, and what is not bad in it
earns its points.
"""

import datetime
import hashlib
import os
import re
import time

import nbformat
import pytest
from nbgrader.coursedir import CourseDirectory

from nbjudge.files.submission import MAX_NOTEBOOK_BYTES, SubmittedFiles, read_submission
from nbjudge_testing.commands import run_nbgrader
from nbjudge_testing.damaged_submissions import (
    ADDING,
    CASES,
    DOUBLING,
    MODULE,
    NOTHING,
    grade_id,
)
from nbjudge_testing.grading_course import (
    NOTEBOOKS,
    PS,
    audit_of,
    database,
    grade,
    hand_in,
    make_course,
    record_of,
    rows_of,
    scores_of,
)


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The course with all of these, graded by one run."""
    course = make_course(tmp_path_factory.mktemp("input") / "course")
    for student, (damage, _, _) in CASES.items():
        damage(hand_in(course, student))
    (course / "submitted" / "bad\nname" / PS).mkdir(parents=True)
    (course / "submitted" / "README.md").write_text("No student.")
    course.joinpath("printed").write_text(grade(course, expect=3))
    return course


@pytest.mark.parametrize("student", CASES)
def test_points_and_reason(student, graded):
    _, scores, reason = CASES[student]
    record = record_of(graded, student)
    assert scores_of(graded, student) == scores, record["reasons"]
    printed = (graded / "printed").read_text().splitlines()
    lines = [line for line in printed if line.startswith(f"{student}: ")]
    if reason is None:
        assert (record["status"], record["reasons"], lines) == ("graded", [], [])
    else:
        assert record["status"] == "needs-attention"
        assert record["reasons"][0].startswith(reason)
        assert lines == [f"{student}: {'; '.join(record['reasons'])}"]


NOTES = {
    "cells-not-cells": "has malformed cells, which were left out",
    "metadata-broken": "has damaged metadata, which was left out",
    "no-test-cells": "was missing cells, which were restored: test-add-small, test-add-large",
    "nothing-but-answer": "was missing answers: add-why",
    "doubled-cells": "has duplicate cells (the last one counts): add",
    "printed": "is large, 22.8 MB, because of its outputs",
    "renamed-and-printed": "is large, 22.8 MB, because of its outputs",
    "answer-why-moved-up": None,
    "other-kernel": "was made with a kernel for R, but is run with python",
    "extra-notebook": None,  # an equal copy
    "renamed": "adding (1).ipynb is used as adding.ipynb",
    "one-folder-down": "ps/adding.ipynb is used as adding.ipynb",
    "zipped": "submit.zip/ps/adding.ipynb is used as adding.ipynb",
    "answer-below": "may have these answers in another cell: add-why",
    "answer-merged": "may have these answers in another cell: add-why",
    "answer-elsewhere": "may have these answers in another cell: add-why",
    "all-metadata-lost": "may have these answers in another cell: add-why",
    "merged-into-given": "was missing answers: add",
    "given-edited": "had changes in locked cells, now in new cells above them: given",
    "test-edited": "had changes in locked cells, now in new cells above them: test-add-small",
    "test-copied": "had copies of cells, which were left out: test-add-small",
    "answer-and-a-stub": "had copies of cells, which were left out: add",
    "answer-retyped": "was missing answers: add",
    "module-not-needed": f"imports {MODULE}, which is not installed here",
    "module-tried": None,
    "honest": None,
    "answer-none": None,
    "no-ids": None,
}


@pytest.mark.parametrize("student", NOTES)
def test_what_was_put_back_or_replaced_is_noted(student, graded):
    notes = record_of(graded, student)["notebooks"]["adding"]["notes"]
    if NOTES[student] is None:
        assert notes == []
    else:
        assert NOTES[student] in [note.removeprefix("adding.ipynb ") for note in notes]


def test_text_in_locked_cells_stays_where_a_person_sees_it(graded):
    for student, kind, text in (
        ("given-edited", "raw", "LARGE = 3"),
        ("test-edited", "raw", "print(result)"),
        ("merged-into-given", "code", "return x + y"),
    ):
        cells = nbformat.read(graded / "autograded" / student / PS / "adding.ipynb", 4).cells
        own = [number for number, cell in enumerate(cells) if "nbgrader" not in cell.metadata]
        (place,) = [number for number in own if text in cells[number].source]
        assert cells[place].cell_type == kind
        assert cells[place + 1].metadata.nbgrader.locked


def test_a_notebook_without_cells_is_not_missing_answers_besides(graded):
    assert record_of(graded, "no-cells")["reasons"] == ["adding.ipynb has no cells"]


def test_it_is_noted_which_notebooks_hold_nothing_to_read(graded):
    """A notebook that could not be read, and none that could be read and not run."""
    for student in CASES:
        entry = record_of(graded, student)["notebooks"]["adding"]
        path = graded / "autograded" / student / PS / "adding.ipynb"
        first = nbformat.read(path, 4).cells[0].source if path.exists() else ""
        assert entry["blank"] is (first == f"**{entry['reason']}**"), student
    blank = {name: record_of(graded, name)["notebooks"]["adding"]["blank"] for name in CASES}
    assert blank["not-json"] and blank["huge"]
    assert not blank["no-cells"] and not blank["honest"]


def test_an_answer_elsewhere_is_pointed_to(graded):
    for student, there in (("answer-below", True), ("answer-none", False), ("honest", False)):
        cells = nbformat.read(graded / "autograded" / student / PS / "adding.ipynb", 4).cells
        (answer,) = [cell for cell in cells if grade_id(cell) == "add-why"]
        assert ("This cell is empty." in answer.source) is there


@pytest.mark.parametrize("student", CASES)
def test_a_person_can_open_what_was_submitted(student, graded):
    """There is an autograded notebook with every graded cell in it, for formgrader."""
    for name in NOTEBOOKS:
        path = graded / "autograded" / student / PS / f"{name}.ipynb"
        if f"{name}.ipynb is missing" in record_of(graded, student)["reasons"]:
            assert not path.exists()
            continue
        cells = nbformat.read(path, as_version=4).cells
        found = [grade_id(cell) for cell in cells]
        points = ADDING if name == "adding" else DOUBLING
        assert sorted(item for item in found if item in points) == sorted(points)
        nbformat.validate(nbformat.read(path, as_version=4))


def test_what_could_not_be_scored_waits_for_a_person(graded):
    for row in rows_of(database(graded))["grade"]:
        if row["auto_score"] is None:
            assert row["needs_manual_grade"]


def test_nothing_of_the_instructors_comes_along(graded):
    """No link was followed, and a file named like the record is not taken for one."""
    assert not (graded / "autograded" / "links" / PS / "mine.txt").exists()
    reasons = record_of(graded, "links")["reasons"]
    assert reasons[1] == "adding.ipynb is a symbolic link, which is not followed"
    names = os.listdir(graded / "autograded" / "strange-files" / PS)
    assert sorted(names) == [
        "adding.ipynb",
        "doubling.ipynb",
        "nbjudge.json",
        "numbers.txt",
    ]
    assert (graded / "autograded" / "clashing-files" / PS / "numbers.txt").read_text() == "40 2\n"


def test_folder_that_is_no_student(graded):
    printed = (graded / "printed").read_text()
    assert "bad name: the folder's name cannot be a student id: rename it" in printed
    students = [row["id"] for row in rows_of(database(graded))["student"]]
    assert sorted(students) == sorted(CASES)


def test_unreadable_is_named_in_what_the_student_sees(graded):
    path = graded / "autograded" / "not-json" / PS / "adding.ipynb"
    assert "is not a notebook: it is not JSON" in nbformat.read(path, as_version=4).cells[0].source


def test_feedback_of_some_and_export_of_all(graded):
    some = "[hlm]*"  # a page takes a second
    run_nbgrader(graded, "generate_feedback", PS, f"--student={some}")
    run_nbgrader(graded, "export", "--to=grades.csv")
    pages = list((graded / "feedback").rglob("*.html"))
    assert len(pages) == sum(1 for _ in (graded / "autograded").glob(f"{some}/**/*.ipynb")) > 20
    assert len((graded / "grades.csv").read_text().splitlines()) == len(CASES) + 1


def test_a_module_that_is_not_installed_is_said_once_for_the_class(graded):
    printed = (graded / "printed").read_text()
    for sentence in (
        f"1 submission imports {MODULE}, which is not installed here; 0 lost points",
        f"1 submission imports {MODULE}.part, which is not installed here; 1 lost points",
    ):
        assert printed.count(sentence) == 1


def test_second_run_has_nothing_to_do(graded):
    printed = grade(graded, expect=3)
    assert re.search(rf"^0 graded in \d+ s, {len(CASES)} skipped", printed, re.M)


def test_nothing_on_the_terminal_but_text(graded):
    printed = (graded / "printed").read_text()
    assert [char for char in printed if not char.isprintable() and char != "\n"] == []


def test_audit_has_a_line_for_each_submission(graded):
    lines = audit_of(graded)
    assert sorted(line["student"] for line in lines) == sorted(CASES)
    entry = next(line for line in lines if line["student"] == "honest")
    content = (graded / "submitted" / "honest" / PS / "adding.ipynb").read_bytes()
    assert entry["handed_in"]["adding.ipynb"] == hashlib.sha256(content).hexdigest()
    assert entry["points"]["adding"]["test-add-large"] == 3
    assert entry["versions"].keys() == {"nbjudge", "nbgrader", "python", "kernel"}


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2026-03-01 11:00:00 UTC\n", "2026-03-01T11:00:00"),
        ("2026-03-01 11:00:00.123456 UTC", "2026-03-01T11:00:00.123456"),
        ("2026-03-01T11:00:00 UTC", "2026-03-01T11:00:00"),
        ("2026-03-01 11:00:00 CET", "2026-03-01T10:00:00"),
        ("2026-07-01 11:00:00.5 Europe/Berlin", "2026-07-01T09:00:00.500000"),
        ("2026-03-01T11:00:00+02:00", "2026-03-01T09:00:00"),
        ("20260301T110000Z", "2026-03-01T11:00:00"),
        ("", None),
    ],
)
def test_timestamp_in_iso_format(tmp_path, text, time):
    submission = SubmittedFiles("ada", tmp_path, {"timestamp.txt": text.encode()})
    assert submission.timestamp() == (time and datetime.datetime.fromisoformat(time))


def test_an_abbreviation_of_the_machines_own_zone(tmp_path, monkeypatch):
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        submission = SubmittedFiles("ada", tmp_path, {"timestamp.txt": b"2026-07-01 11:00:00 CEST"})
        assert submission.timestamp() == datetime.datetime(2026, 7, 1, 9)
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    "text",
    [
        "2024-01-01 10:00:00 /proc/self/mem",
        "2024-01-01 10:00:00 Europe/../../../../etc/passwd",
        "2024-01-01 10:00:00 Europe",
        "2024-01-01 10:00:00 XYZ",
        "1.1." * 100_000,
        "yesterday or so",
        "2024-01-01" + " " * 60 + "UTC x",
        "0001-01-01T00:00:00+23:00",
        "\x1b[2J",
        "\udcff",
    ],
)
def test_timestamp_in_no_format(tmp_path, text):
    data = text.encode("utf-8", "surrogateescape")
    submission = SubmittedFiles("ada", tmp_path, {"timestamp.txt": data})
    with pytest.raises(ValueError, match="does not contain an ISO time") as raised:
        submission.timestamp()
    assert len(str(raised.value)) < 160 and str(raised.value).isprintable()


def test_folder_that_cannot_be_listed(tmp_path):
    submission = read_submission(CourseDirectory(), "gone", tmp_path / "gone", set(NOTEBOOKS))
    why = "was not read: its folder cannot be read: No such file or directory"
    assert submission.refused == dict.fromkeys(NOTEBOOKS, why)


def test_too_many_and_too_large(tmp_path):
    course = make_course(tmp_path / "course", "c.CourseDirectory.max_file_size = 100\n")
    folder = hand_in(course, "hoarder", data__bin="x" * 100_001)
    for number in range(1200):
        (folder / f"e{number:04}.txt").touch()
    (folder / "adding.ipynb").write_bytes(b" " * (MAX_NOTEBOOK_BYTES + 1))
    grade(course, expect=3)
    assert record_of(course, "hoarder")["reasons"] == [
        "data.bin is too large: 0.1 MB, at most 0.1 MB",
        "has 1203 files; only 1000 of them were kept",
        "adding.ipynb is too large: 20.0 MB, at most 20.0 MB",
    ]
    assert scores_of(course, "hoarder") == NOTHING
