"""Whatever is handed in, the class is graded, and one line names what was wrong with it.

One class is graded once; each submission in it is bad in its own way, and what is not bad in it
earns its points.
"""

import datetime
import hashlib
import json
import os
import re
import shutil

import nbformat
import pytest
from commands import run_nbgrader
from grading_course import (
    NOTEBOOKS,
    PS,
    audit_of,
    database,
    edit,
    grade,
    hand_in,
    make_course,
    record_of,
    rows_of,
    scores_of,
)

from nbjudge.course.submission import MAX_NOTEBOOK_BYTES, SubmittedFiles, read_submission

ADDING = {"test-add-small": 2, "test-add-large": 3, "add-why": None}
DOUBLING = {"test-double-small": 2, "test-double-large": 3, "double-why": None}
ALL = ADDING | DOUBLING
NOTHING = dict.fromkeys(ADDING) | DOUBLING  # nothing of adding.ipynb could be scored
ZERO = dict.fromkeys(ADDING, 0) | DOUBLING
UNSOLVED = {"test-add-small": 0, "test-add-large": 0, "add-why": None} | DOUBLING


def write(content):
    """Damage: adding.ipynb holds these bytes."""
    return lambda folder: (folder / "adding.ipynb").write_bytes(content)


def change(alter):
    """Damage: `alter` the JSON of adding.ipynb."""
    return lambda folder: edit(folder / "adding.ipynb", alter)


def set_key(key, value):
    return change(lambda notebook: notebook.update({key: value}))


def without(*grade_ids):
    def alter(notebook):
        notebook["cells"] = [c for c in notebook["cells"] if grade_id(c) not in grade_ids]

    return change(alter)


def grade_id(cell):
    return cell["metadata"].get("nbgrader", {}).get("grade_id")


def in_cell(name, alter):
    """Damage: `alter` the cell with this grade_id."""

    def alter_notebook(notebook):
        for cell in notebook["cells"]:
            if grade_id(cell) == name:
                alter(cell)

    return change(alter_notebook)


def remove_all(folder):
    for name in NOTEBOOKS:
        (folder / f"{name}.ipynb").unlink()


def double_cells(notebook):
    """The solution cell split in two, as JupyterLab does it: both parts keep the metadata."""
    place = next(i for i, c in enumerate(notebook["cells"]) if grade_id(c) == "add")
    first = json.loads(json.dumps(notebook["cells"][place])) | {"source": "one = 1"}
    notebook["cells"].insert(place, first)


def old_format(folder):
    path = folder / "adding.ipynb"
    notebook = nbformat.convert(nbformat.read(path, as_version=4), 3)
    path.write_text(nbformat.writes(notebook, version=3))


def link_out(folder):
    os.symlink(folder.parents[2] / "gradebook.db", folder / "mine.txt")
    (folder / "adding.ipynb").unlink()
    other = folder.parents[1] / "honest" / PS / "adding.ipynb"
    os.symlink(other, folder / "adding.ipynb")


def strange_files(folder):
    os.mkfifo(folder / "pipe")
    (folder / "line\nbreak.txt").write_text("x")
    (folder / os.fsdecode(b"bytes\xff.txt")).write_text("x")
    (folder / "timestamp.txt").write_text("yesterday or so")


def clashing_files(folder):
    """What the instructor has as a file is a folder here."""
    (folder / "numbers.txt").mkdir()
    (folder / "numbers.txt" / "x").write_text("x")
    (folder / "nbjudge.json").write_text("forged")


def timestamp(text):
    return lambda folder: (folder / "timestamp.txt").write_text(text)


def heading(level):
    """Damage: an old notebook with a heading of this level."""
    cell = {"cell_type": "heading", "level": level, "source": "x", "metadata": {}}
    raw = {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": [cell]}]}
    return write(json.dumps(raw).encode())


def huge(folder):
    (folder / "adding.ipynb").write_bytes(b" " * 50_000_000)


def deep_folders(folder):
    for _ in range(60):
        folder = folder / "d"
    folder.mkdir(parents=True)
    (folder / "x.txt").write_text("x")


def copied_folder(folder):
    shutil.copy(folder / "adding.ipynb", folder / "adding-Copy1.ipynb")
    (folder / "notes.txt").write_text("mine")


def linked_folder(folder):
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to("elsewhere")


SPLIT = "\\ud83d"  # half of a surrogate pair, as JSON spells it
CASES = {
    # name: (damage, scores, start of the reason, or None where a person need not look)
    "not-json": (write(b'{"cells": ['), NOTHING, "adding.ipynb is not a notebook: it is not JSON"),
    "empty": (write(b""), NOTHING, "adding.ipynb is empty"),
    "blank": (write(b"\n \n"), NOTHING, "adding.ipynb is empty"),
    "list": (write(b"[]"), NOTHING, "adding.ipynb is JSON, but not a notebook"),
    "no-format": (write(b"{}"), NOTHING, "adding.ipynb is JSON, but not a notebook"),
    "not-utf8": (
        write(b'{"cells": "\xff\xfe"}'),
        NOTHING,
        "adding.ipynb is not a notebook: it is ",
    ),
    "deep-json": (write(b"[" * 100_000), NOTHING, "adding.ipynb is nested too deep"),
    "deep-metadata": (
        change(lambda nb: nb["metadata"].update(json.loads('{"a":' * 700 + "1" + "}" * 700))),
        NOTHING,
        "adding.ipynb is nested too deep",
    ),
    "long-number": (write(b'{"nbformat": ' + b"9" * 9999 + b"}"), NOTHING, "adding.ipynb is not a"),
    "huge": (huge, NOTHING, "adding.ipynb is too large: 50.0 MB, at most 20.0 MB"),
    "future": (set_key("nbformat", 7), NOTHING, "adding.ipynb is in notebook format 7; format 4"),
    "cells-a-number": (set_key("cells", 3), NOTHING, "adding.ipynb is JSON, but not a notebook"),
    "cells-not-cells": (
        change(lambda nb: nb["cells"].extend([3, None, "cell", []])),
        ALL,
        "adding.ipynb has cells that are not cells",
    ),
    "strange-cells": (
        change(
            lambda nb: nb["cells"].extend(
                [{}, {"cell_type": "film", "source": 3, "metadata": []}, {"source": [1, "x = 1"]}]
            )
        ),
        ALL,
        None,
    ),
    "minor-future": (set_key("nbformat_minor", 99), ALL, None),
    "minor-text": (set_key("nbformat_minor", "5"), ALL, None),
    "metadata-a-list": (set_key("metadata", []), ALL, None),
    "metadata-broken": (
        set_key("metadata", {"kernelspec": {"name": 3}, "authors": "me"}),
        ALL,
        "adding.ipynb has damaged metadata",
    ),
    "old-format": (old_format, ALL, None),
    "broken-old-format": (
        write(b'{"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code"}]}]}'),
        NOTHING,
        "adding.ipynb is a damaged notebook in the old format 3",
    ),
    "no-cells": (
        set_key("cells", []),
        UNSOLVED | {"add-why": 0},
        "adding.ipynb has no cells; lacked cells, which were put back: given, test-add-small",
    ),
    "no-test-cells": (
        without("test-add-small", "test-add-large"),
        ALL,
        "adding.ipynb lacked cells, which were put back: test-add-small, test-add-large",
    ),
    "nothing-but-answer": (
        without("given", "test-add-small", "test-add-large", "add-why"),
        ALL | {"add-why": 0},
        "adding.ipynb lacked cells",
    ),
    "no-solution-cell": (without("add"), UNSOLVED, None),
    "doubled-cells": (
        change(double_cells),
        ALL,
        "adding.ipynb has cells twice (the last counts): add",
    ),
    "doubled-ids": (
        change(lambda nb: [cell.update(id="same") for cell in nb["cells"]]),
        ALL,
        None,
    ),
    "no-ids": (change(lambda nb: [cell.pop("id") for cell in nb["cells"]]), ALL, None),
    "bad-ids": (change(lambda nb: [cell.update(id="a b") for cell in nb["cells"]]), ALL, None),
    "surrogate": (
        in_cell("add-why", lambda cell: cell.update(source=json.loads(f'"{SPLIT}"'))),
        ALL,
        None,
    ),
    "ungraded-tests": (
        in_cell("test-add-large", lambda cell: cell["metadata"]["nbgrader"].update(grade=False)),
        ALL,
        None,
    ),
    "unlocked-tests": (
        in_cell(
            "test-add-small",
            lambda cell: (
                cell.update(source="pass"),
                cell["metadata"]["nbgrader"].update(locked=False, solution=True, points=99),
            ),
        ),
        ALL,
        None,
    ),
    "tests-as-text": (
        in_cell(
            "test-add-small",
            lambda cell: (
                cell.update(cell_type="markdown"),
                cell.pop("outputs"),
                cell.pop("execution_count"),
            ),
        ),
        ALL,
        None,
    ),
    "broken-nbgrader-metadata": (
        in_cell("add", lambda cell: cell["metadata"].update(nbgrader={"grade_id": ["add"]})),
        ALL,
        None,
    ),
    "foreign-cell": (
        in_cell("add", lambda cell: cell["metadata"]["nbgrader"].update(grade_id="other")),
        ALL,
        None,
    ),
    "other-kernel": (
        set_key(
            "metadata",
            {"kernelspec": {"name": "ir", "display_name": "R", "language": "R"}},
        ),
        ALL,
        "adding.ipynb was made with a kernel for R, and is run with python",
    ),
    "own-environment": (
        set_key(
            "metadata",
            {"kernelspec": {"name": "venv", "display_name": "Mine", "language": "python"}},
        ),
        ALL,
        None,
    ),
    "missing": (lambda f: (f / "adding.ipynb").unlink(), ZERO, "adding.ipynb is missing"),
    "all-missing": (remove_all, dict.fromkeys(ALL, 0), "adding.ipynb is missing"),
    "extra-notebook": (copied_folder, ALL, "adding-Copy1.ipynb is not part of the assignment"),
    "links": (link_out, NOTHING, "mine.txt is a symbolic link, which is not followed"),
    "linked-folder": (linked_folder, dict.fromkeys(ALL), "adding.ipynb was not read: its folder"),
    "strange-files": (strange_files, ALL, "bytes?.txt has a name that other programs cannot"),
    "clashing-files": (
        clashing_files,
        ALL,
        "nbjudge.json has a name that nbjudge uses itself",
    ),
    # A heading of format 3 becomes as many "#" in format 4.
    "heading-of-a-gigabyte": (
        heading(10**9),
        NOTHING,
        "adding.ipynb takes more than 1024 MB of memory",
    ),
    "heading-of-megabytes": (heading(10**8), NOTHING, "adding.ipynb has grown to 100 MB"),
    "many-cells": (set_key("cells", [{}] * 400_000), NOTHING, "adding.ipynb has 400000 cells"),
    "many-old-cells": (
        write(json.dumps({"nbformat": 3, "worksheets": [{"cells": [{}] * 400_000}]}).encode()),
        NOTHING,
        "adding.ipynb has 400000 cells; at most 2000 are read",
    ),
    "language-for-a-terminal": (
        set_key("metadata", {"kernelspec": {"name": "x", "language": "R\x1b[2J\nada: forged"}}),
        ALL,
        "adding.ipynb was made with a kernel for R?[2J ada: forged, and is run with python",
    ),
    "timestamp-of-a-path": (timestamp("2024-01-01 10:00:00 /proc/self/mem"), ALL, None),
    "timestamp-without-end": (timestamp("1.1." * 100_000), ALL, None),
    "deep-folders": (deep_folders, ALL, "d/d/d"),
    "honest": (lambda folder: None, ALL, None),
}


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


@pytest.mark.parametrize("student", CASES)
def test_a_person_can_open_what_was_handed_in(student, graded):
    """There is an autograded notebook with every graded cell in it, for formgrader."""
    for name in NOTEBOOKS:
        path = graded / "autograded" / student / PS / f"{name}.ipynb"
        if not os.path.lexists(graded / "submitted" / student / PS / path.name):
            assert not path.exists()
            continue
        cells = nbformat.read(path, as_version=4).cells
        found = [grade_id(cell) for cell in cells]
        points = ADDING if name == "adding" else DOUBLING
        assert [item for item in found if item in points] == list(points)
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
        ("2026-03-01T11:00:00+02:00", "2026-03-01T09:00:00"),
        ("20260301T110000Z", "2026-03-01T11:00:00"),
        ("", None),
    ],
)
def test_timestamp_in_iso_format(tmp_path, text, time):
    submission = SubmittedFiles("ada", tmp_path, {"timestamp.txt": text.encode()})
    assert submission.timestamp() == (time and datetime.datetime.fromisoformat(time))


@pytest.mark.parametrize(
    "text",
    [
        "2024-01-01 10:00:00 /proc/self/mem",
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
    with pytest.raises(ValueError, match="holds no time in ISO format") as raised:
        submission.timestamp()
    assert len(str(raised.value)) < 120 and str(raised.value).isprintable()


def test_folder_that_cannot_be_listed(tmp_path):
    submission = read_submission("gone", tmp_path / "gone", set(NOTEBOOKS), [], 100, 100)
    why = "was not read: its folder cannot be read: No such file or directory"
    assert submission.refused == dict.fromkeys(NOTEBOOKS, why)


def test_too_many_and_too_large(tmp_path):
    course = make_course(tmp_path / "course", "c.CourseDirectory.max_file_size = 100\n")
    folder = hand_in(course, "hoarder", data__bin="x" * 100_001)
    for number in range(1200):
        (folder / f"e{number:04}.txt").touch()
    os.truncate(folder / "adding.ipynb", MAX_NOTEBOOK_BYTES + 1)
    grade(course, expect=3)
    assert record_of(course, "hoarder")["reasons"] == [
        "data.bin is too large: 0.1 MB, at most 0.1 MB",
        "has 1203 files; 1000 of them were taken",
        "adding.ipynb is too large: 20.0 MB, at most 20.0 MB",
    ]
    assert scores_of(course, "hoarder") == NOTHING
