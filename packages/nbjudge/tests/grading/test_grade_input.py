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
import time

import nbformat
import pytest
from nbgrader.coursedir import CourseDirectory
from nbjudge_testing.commands import run_nbgrader
from nbjudge_testing.grading_course import (
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


def copied_folder(folder, more=""):
    content = (folder / "adding.ipynb").read_text()
    (folder / "adding-Copy1.ipynb").write_text(content + more)
    (folder / "notes.txt").write_text("mine")


def recoded(encoding):
    def alter(folder):
        path = folder / "adding.ipynb"
        path.write_bytes(path.read_text().encode(encoding))

    return alter


def conflict(folder):
    path = folder / "adding.ipynb"
    text = path.read_text()
    path.write_text(f"<<<<<<< HEAD\n{text}\n=======\n{text}\n>>>>>>> theirs\n")


def renamed(name):
    return lambda folder: (folder / "adding.ipynb").rename(folder / name)


def one_folder_down(folder):
    """As an archive unpacks in a folder of its own; `mine` is imported by the answer."""
    below = folder / PS
    below.mkdir()
    for name in NOTEBOOKS:
        (folder / f"{name}.ipynb").rename(below / f"{name}.ipynb")
    in_cell("add", lambda cell: cell.update(source="from mine import add"))(below)
    (below / "mine.py").write_text(ANSWER)


def zipped(folder):
    one_folder_down(folder)
    shutil.make_archive(str(folder / "hand in"), "zip", folder, PS)
    shutil.rmtree(folder / PS)


def untouched_in_place(folder):
    one_folder_down(folder)
    (folder / PS / "doubling.ipynb").rename(folder / "doubling.ipynb")
    released = folder.parents[2] / "release" / PS / "adding.ipynb"
    shutil.copy(released, folder / "adding.ipynb")


def linked_folder(folder):
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to("elsewhere")


def file_for_the_folder(folder):
    shutil.rmtree(folder)
    folder.write_text("my work")


def cell_of(source, kind="markdown"):
    code = {"outputs": [], "execution_count": None} if kind == "code" else {}
    return {"cell_type": kind, "metadata": {}, "source": source, **code}


def answered(*cells, after="add-why", unwritten=True):
    """Damage: the write-up is as it was released, and `cells` stand after a cell of the course."""

    def alter(notebook):
        names = [grade_id(cell) for cell in notebook["cells"]]
        if unwritten:
            notebook["cells"][names.index("add-why")]["source"] = "YOUR ANSWER HERE"
        place = names.index(after) + 1
        notebook["cells"][place:place] = json.loads(json.dumps(cells))

    return change(alter)


def merged(*names):
    """Damage: cells were selected and merged, as JupyterLab does it: the first keeps its kind."""

    def alter(notebook):
        chosen = [cell for cell in notebook["cells"] if grade_id(cell) in names]
        chosen[0]["source"] = "\n\n".join("".join(cell["source"]) for cell in chosen)
        notebook["cells"] = [cell for cell in notebook["cells"] if cell not in chosen[1:]]

    return change(alter)


def appended(name, text):
    return in_cell(name, lambda cell: cell.update(source="".join(cell["source"]) + text))


def copied(name, source=None):
    """Damage: a cell occurs a second time, below, and with another text if one is given."""

    def alter(notebook):
        place = next(i for i, c in enumerate(notebook["cells"]) if grade_id(c) == name)
        copy = json.loads(json.dumps(notebook["cells"][place]))
        notebook["cells"].insert(place + 1, copy | ({"source": source} if source else {}))

    return change(alter)


forged_language = set_key("metadata", {"kernelspec": {"language": "R\x1b[2J\nada: forged"}})
MODULE = "no_such_module_anywhere"
ANSWER = "def add(x, y):\n    return x + y"
STUB = "# YOUR CODE HERE\nraise NotImplementedError()"
UNREAD = ALL | {"add-why": 0}
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
    "deep-json": (write(b"[" * 100_000), NOTHING, "adding.ipynb is nested too deeply"),
    "deep-metadata": (
        change(lambda nb: nb["metadata"].update(json.loads('{"a":' * 700 + "1" + "}" * 700))),
        NOTHING,
        "adding.ipynb is nested too deeply",
    ),
    "long-number": (write(b'{"nbformat": ' + b"9" * 9999 + b"}"), NOTHING, "adding.ipynb is not a"),
    "huge": (huge, NOTHING, "adding.ipynb is too large: 50.0 MB, at most 20.0 MB"),
    "future": (set_key("nbformat", 7), NOTHING, "adding.ipynb is in notebook format 7; at most 4"),
    "cells-a-number": (set_key("cells", 3), NOTHING, "adding.ipynb is JSON, but not a notebook"),
    "cells-not-cells": (
        change(lambda nb: nb["cells"].extend([3, None, "cell", []])),
        ALL,
        None,
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
        None,
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
        "adding.ipynb has no cells",
    ),
    "no-test-cells": (
        without("test-add-small", "test-add-large"),
        ALL,
        None,
    ),
    "nothing-but-answer": (
        without("given", "test-add-small", "test-add-large", "add-why"),
        ALL | {"add-why": 0},
        None,
    ),
    "no-solution-cell": (without("add"), UNSOLVED, "adding.ipynb was missing answers: add"),
    "doubled-cells": (
        change(double_cells),
        ALL,
        None,
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
        None,
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
    "extra-notebook": (copied_folder, ALL, None),
    "links": (link_out, NOTHING, "mine.txt is a symbolic link, which is not followed"),
    "linked-folder": (linked_folder, dict.fromkeys(ALL), "adding.ipynb was not read: its folder"),
    "file-for-folder": (
        file_for_the_folder,
        dict.fromkeys(ALL),
        "adding.ipynb was not read: its folder",
    ),
    "strange-files": (strange_files, ALL, "bytes?.txt has a name that other programs cannot"),
    "clashing-files": (
        clashing_files,
        ALL,
        "nbjudge.json has a name reserved by nbjudge",
    ),
    # A heading of format 3 becomes as many "#" in format 4.
    "heading-of-a-gigabyte": (
        heading(10**9),
        NOTHING,
        "adding.ipynb needs more than 1024 MB of memory",
    ),
    "heading-of-megabytes": (heading(10**8), NOTHING, "adding.ipynb has grown to 100 MB"),
    "many-cells": (set_key("cells", [{}] * 400_000), NOTHING, "adding.ipynb has 400000 cells"),
    "many-old-cells": (
        write(json.dumps({"nbformat": 3, "worksheets": [{"cells": [{}] * 400_000}]}).encode()),
        NOTHING,
        "adding.ipynb has 400000 cells; at most 2000 are read",
    ),
    "language-for-a-terminal": (
        lambda folder: (without("add")(folder), forged_language(folder)),
        UNSOLVED,
        "adding.ipynb was made with a kernel for R?[2J ada: forged, but is run with python",
    ),
    # Notebooks that are not in their place; tests/grading/test_find_work.py has more of them.
    "renamed": (renamed("adding (1).ipynb"), ALL, None),
    "one-folder-down": (one_folder_down, ALL, None),
    "zipped": (zipped, ALL, None),
    "two-versions": (
        lambda folder: (copied_folder(folder, " "), renamed("my adding.ipynb")(folder)),
        NOTHING,
        "adding.ipynb is missing, and could be any of: adding-Copy1.ipynb, my adding.ipynb",
    ),
    "untouched-in-place": (
        untouched_in_place,
        NOTHING,
        "adding.ipynb is unchanged since it was released, but these have work: ps/adding.ipynb",
    ),
    "other-format": (
        lambda folder: ((folder / "adding.ipynb").unlink(), (folder / "adding.pdf").touch()),
        NOTHING,
        "adding.ipynb is missing. Found: adding.pdf",
    ),
    # Written answers that are near the cell of the answer, and some that are not.
    "answer-below": (answered(cell_of("Because of that.")), ALL, None),
    "answer-raw": (answered(cell_of("Because of that.", "raw")), ALL, None),
    "answer-above": (answered(cell_of("As I think ..."), after="test-add-large"), ALL, None),
    "answer-as-comment": (answered(cell_of("# As I think ...", "code")), ALL, None),
    "answer-in-code": (answered(cell_of("I think that", "code")), ALL, None),
    "answer-far": (answered(cell_of("As I think ..."), after="given"), UNREAD, None),
    "answer-none": (answered(cell_of(" \n"), cell_of("2 + 2", "code")), UNREAD, None),
    "answer-of-the-course": (answered(cell_of("Write `add`.")), UNREAD, None),
    "answer-elsewhere": (
        lambda folder: (
            answered(cell_of("As I think ..."), after="given")(folder),
            without("add-why")(folder),
        ),
        ALL,
        None,
    ),
    "answer-merged": (
        merged("add", "add-why"),
        UNSOLVED,
        "adding.ipynb was missing answers: add-why",
    ),
    "all-metadata-lost": (
        change(lambda nb: [cell.update(metadata={}) for cell in nb["cells"]]),
        ALL,
        None,
    ),
    # Work in cells that the course's text replaces.
    "merged-into-given": (merged("given", "add", "test-add-small", "test-add-large"), ALL, None),
    "merged-with-answer": (merged("given", "add"), ALL, None),
    "merged-into-test": (merged("test-add-small", "test-add-large"), ALL, None),
    "merged-after-test": (
        lambda folder: (
            change(lambda nb: nb["cells"].insert(2, nb["cells"].pop(4)))(folder),
            merged("test-add-small", "add")(folder),
        ),
        UNSOLVED,  # it fails in the student's own notebook, too
        "adding.ipynb was missing answers: add; adding.ipynb had changes in locked cells",
    ),
    "answer-in-given": (
        lambda folder: (
            appended("given", "\n" + ANSWER)(folder),
            in_cell("add", lambda cell: cell.update(source=STUB))(folder),
        ),
        UNSOLVED,
        "adding.ipynb had changes in locked cells, now in new cells above them: given",
    ),
    "given-edited": (in_cell("given", lambda cell: cell.update(source="LARGE = 3")), ALL, None),
    "test-edited": (appended("test-add-small", "\nprint(result)"), ALL, None),
    "test-copied": (copied("test-add-small"), ALL, None),
    "answer-copied": (copied("add"), ALL, None),
    "answer-and-a-stub": (copied("add", STUB), ALL, None),
    "answer-twice": (
        copied("add", "def add(x, y):\n    return 0"),
        UNSOLVED,
        "adding.ipynb has duplicate cells (the last one counts): add",
    ),
    "answer-retyped": (in_cell("add", lambda cell: cell.update(metadata={})), ALL, None),
    # Files of another kind under the name of a notebook.
    "zip-renamed": (write(b"PK\3\4\x14\0"), NOTHING, "adding.ipynb is not a notebook: it is a zip"),
    "pdf-renamed": (write(b"%PDF-1.7"), NOTHING, "adding.ipynb is not a notebook: it is a PDF"),
    "web-page": (
        write(b"\n<!doctype HTML>"),
        NOTHING,
        "adding.ipynb is not a notebook: it is a web",
    ),
    "utf-16": (recoded("utf-16"), NOTHING, "adding.ipynb is not a notebook: it is text in UTF-16"),
    "utf-16-le": (
        recoded("utf-16-le"),
        NOTHING,
        "adding.ipynb is not a notebook: it is text in UTF",
    ),
    "conflict": (conflict, NOTHING, "adding.ipynb is not a notebook: it has Git conflict"),
    "marks-in-a-cell": (answered(cell_of("<<<<<<< HEAD\n======="), unwritten=False), ALL, None),
    "os-exit": (
        answered(cell_of("import os\nos._exit(0)", "code"), unwritten=False),
        ALL,
        "adding.ipynb: the notebook's process ended (exit code 0)",
    ),
    # Modules that are not installed where it is graded.
    "module": (
        in_cell("add", lambda cell: cell.update(source=f"import {MODULE}.part\n{ANSWER}")),
        UNSOLVED,
        f"adding.ipynb imports {MODULE}, which is not installed here",
    ),
    "module-not-needed": (
        answered(cell_of(f"from {MODULE} import x", "code"), unwritten=False),
        ALL,
        None,
    ),
    "module-tried": (
        answered(
            cell_of(f"try:\n    import {MODULE}\nexcept ImportError:\n    pass", "code"),
            unwritten=False,
        ),
        ALL,
        None,
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


NOTES = {
    "cells-not-cells": "has malformed cells, which were left out",
    "metadata-broken": "has damaged metadata, which was left out",
    "no-test-cells": "was missing cells, which were restored: test-add-small, test-add-large",
    "nothing-but-answer": "was missing answers: add-why",
    "doubled-cells": "has duplicate cells (the last one counts): add",
    "other-kernel": "was made with a kernel for R, but is run with python",
    "extra-notebook": "is used, not adding-Copy1.ipynb",
    "renamed": "adding (1).ipynb is used as adding.ipynb",
    "one-folder-down": "ps/adding.ipynb is used as adding.ipynb",
    "zipped": "hand in.zip/ps/adding.ipynb is used as adding.ipynb",
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
def test_a_person_can_open_what_was_handed_in(student, graded):
    """There is an autograded notebook with every graded cell in it, for formgrader."""
    for name in NOTEBOOKS:
        path = graded / "autograded" / student / PS / f"{name}.ipynb"
        if f"{name}.ipynb is missing" in record_of(graded, student)["reasons"]:
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


def test_a_module_that_is_not_installed_is_said_once_for_the_class(graded):
    said = f"2 submissions import {MODULE}, which is not installed here; 1 lost points"
    assert (graded / "printed").read_text().count(said) == 1


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
    os.truncate(folder / "adding.ipynb", MAX_NOTEBOOK_BYTES + 1)
    grade(course, expect=3)
    assert record_of(course, "hoarder")["reasons"] == [
        "data.bin is too large: 0.1 MB, at most 0.1 MB",
        "has 1203 files; only 1000 of them were kept",
        "adding.ipynb is too large: 20.0 MB, at most 20.0 MB",
    ]
    assert scores_of(course, "hoarder") == NOTHING
