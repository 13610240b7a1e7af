"""The tables that the lab adds to the report: what the class guessed, and what it may believe."""

import json
import re
import subprocess
import sys
from pathlib import Path

import misconceptions
import pytest
from guesses import Guesses
from misconceptions import Misconceptions, read_known_answers
from places import ROOT
from traitlets.config import PyFileConfigLoader
from traitlets.utils.importstring import import_item


def write_cells(path: Path, *sources: str, failed: dict[str, str] | None = None) -> None:
    """Write a notebook of these code cells, and of test cells that failed with these messages."""
    path.parent.mkdir(parents=True, exist_ok=True)
    cells = [{"cell_type": "code", "metadata": {}, "source": source} for source in sources]
    for name, message in (failed or {}).items():
        error = {"output_type": "error", "ename": "CheckFailed", "evalue": message, "traceback": []}
        grade = {"nbgrader": {"grade_id": name}}
        cells += [{"cell_type": "code", "metadata": grade, "source": "", "outputs": [error]}]
    path.write_text(json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5}))


def test_the_course_names_both():
    config = PyFileConfigLoader("nbgrader_config.py", path=str(ROOT)).load_config()
    assert [import_item(name) for name in config.Report.sections] == [Misconceptions, Guesses]


def test_what_the_class_guessed_is_read_and_never_run(tmp_path):
    name, ran = "1-backward-hooks.ipynb", tmp_path / "ran"
    asked = "# Your guesses\nguess(\n    shape=...,\n    factor=...,  # of y\n)"
    write_cells(tmp_path / "release" / name, "import torch", asked)
    cells = {
        "ada": ["guess(shape=(4, 2), factor=2)"],
        "bob": ["guess(shape=(4, 2), factor='<script>x</script>')"],
        "cy": ["%matplotlib inline\nguess(", f"guess(shape=open({str(ran)!r}, 'w'), factor=...)"],
        "dee": ["guess(shape=" + "(" * 100_000 + ")", "guess(factor=2)"],
        "eve": ["guess(shape=(4, 2), other=1)", "guess(factor=3)", "guess(shape=5)"],
        "fay": ["guess(shape=" + "-" * 9_000 + "1)", "guess(shape=" + "[" * 90 + "]" * 90 + ")"],
    }
    for student, sources in cells.items():
        write_cells(tmp_path / student / name, *sources)
    folders = {student: tmp_path / student for student in cells} | {"gus": tmp_path / "gus"}

    head, *rows = Guesses().rows(tmp_path / "release", folders)

    assert not ran.exists()
    assert head == ["Question", "Notebook", "Guesses", "No guess", "Passed, but none right"]
    nested = "[" * 60
    assert rows == [
        ["shape", "1-backward-hooks", f"(4, 2) (3); {nested} (1)", 2, ""],
        ["factor", "1-backward-hooks", "2 (2); '<script>x</script>' (1); 3 (1)", 2, ""],
    ]


def test_a_class_that_guessed_nothing_has_no_rows(tmp_path):
    """The report then says so in one sentence."""
    name = "1-backward-hooks.ipynb"
    for folder in ("release", "ada"):
        write_cells(tmp_path / folder / name, "guess(shape=..., factor=...)", *ASKED)
    assert len(list(Guesses().rows(tmp_path / "release", {"ada": tmp_path / "ada"}))) == 1


def test_notebooks_without_guesses_have_no_table(tmp_path):
    write_cells(tmp_path / "release" / "one.ipynb", "x = 1")
    assert list(Guesses().rows(tmp_path / "release", {})) == []


ASKED = [
    'own.ask("trace", own_run)',
    "guess(own_1=..., own_2=..., own_3=...)",
    'own.reveal("trace")',
]


def write_own(path: Path, said: str | None, fails: bool = False) -> None:
    """Write the graded notebook of a student who was asked about a function."""
    asked = "1 of 3 questions about your own trace, called as in this cell:\n\nown_1: <How>?\n"
    printed = ["", "", said] if said is None else [asked, "", f"Your own trace:\n{said}"]
    cells = [{"cell_type": "code", "source": ["def trace():\n", "    pass # &"], "outputs": []}]
    cells[0]["metadata"] = {"nbgrader": {"grade_id": "trace"}}
    for source, text in zip(ASKED, printed, strict=True):
        stream = [{"output_type": "stream", "name": "stdout", "text": text}] if text else []
        cells.append({"cell_type": "code", "metadata": {}, "source": source, "outputs": stream})
    error = [{"output_type": "error", "ename": "CheckFailed", "evalue": "No", "traceback": []}]
    test = {"nbgrader": {"grade_id": "test-trace-order"}}
    cells.append({"cell_type": "code", "metadata": test, "source": ""})
    cells[-1]["outputs"] = error if fails else []
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5}))


CLASS = {
    "ada": ("3 of 3.\n", False),
    "bob": ("0 of 3; own_1, own_2 and own_3 surprised you.\n", False),
    "cy": ("0 of 2; own_1 and own_2 surprised you.\n", True),
    "dee": ("No guess yet: replace the ... with one and look again.\n", False),
    "eve": (None, True),
    "fay": ("1 of 1.\nNo guess for own_2\n", False),
}


def test_guesses_about_their_own_code_have_a_row_for_each_task(tmp_path):
    name = "2-reverse-order.ipynb"
    write_cells(tmp_path / "release/autograd" / name, *ASKED)
    for student, (said, fails) in CLASS.items():
        write_own(tmp_path / student / name, said, fails)
    (tmp_path / "gus").mkdir()
    (tmp_path / "gus" / name).write_text('{"cells": [{"cell_type": "code", "source": 3}]}')
    folders = {student: tmp_path / student for student in [*CLASS, "gus", "hal"]}
    _, row = Guesses().rows(tmp_path / "release/autograd", folders)
    said = "4 of 9 right about their own code"
    assert row == ["their own trace", "2-reverse-order", said, 3, ["bob"]]


def test_pages_for_an_oral_exam(tmp_path):
    for student, (said, fails) in CLASS.items():
        write_own(tmp_path / f"autograded/{student}/lab/1-one.ipynb", said, fails)
    source = tmp_path / "source/autograd"
    source.mkdir(parents=True)
    ids = {"trace": {"solution": True, "grade": False}, "test-trace-order": {"grade": True}}
    cells = [
        {"metadata": {"nbgrader": {"grade_id": name, "solution": False, "points": 1} | about}}
        for name, about in ids.items()
    ]
    (source / "1-one.ipynb").write_text(json.dumps({"cells": cells}))
    for folder in (tmp_path / "autograded").glob("*/lab"):
        folder.rename(folder.with_name("autograd"))
    command = [sys.executable, ROOT / "tools/grading/oral.py", "autograd", "trace", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout.splitlines() == [
        "autograd-trace-oral.html has pages for 5 of 6 students.",
        "Students without questions (see their notebooks): eve.",
    ], done.stderr
    page = (tmp_path / "autograd-trace-oral.html").read_text()
    assert page.count("<section>") == 2 * 5
    front, back, *_ = re.findall(r"<section>(.*?)</section>", page, re.S)
    assert "  1  def trace():\n  2      pass # &amp;" in front and "own_1: &lt;How&gt;?" in front
    assert "ada: answers" in back and "3 of 3." in back and "3 of 3." not in front
    wrong = subprocess.run([*command[:3], "walk", tmp_path], capture_output=True, text=True)
    assert wrong.stderr == "Assignment 'autograd' has no function 'walk'.\n"


KNOWN = """student_id,name,notebook,cell,error,message
trace/forward,Takes backward for forward.,2-reverse-order,test-trace-order,,The order is wrong.
trace/names,Takes names for layers.,2-reverse-order,test-trace-order,,The order is wrong.
trace/names,Takes names for layers.,3-autograd-graph,test-graph-counts,,It has 4 of 9 nodes.
trace/types,Takes types for layers.,2-reverse-order,test-trace-order,,The order is wrong.
trace/types,Takes types for layers.,3-autograd-graph,test-graph-counts,,It has 5 of 9 nodes.
edges/none,Forgets the edges.,4-visited-memory,test-edges,,No edge is there.
edges/stub,Nothing.,4-visited-memory,test-edges,not written,This part is not written yet.
"""


def test_students_are_compared_with_known_wrong_answers(tmp_path, monkeypatch):
    monkeypatch.setattr(misconceptions, "ANSWERS", tmp_path)
    (tmp_path / "autograd.csv").write_text(KNOWN)
    order, nodes = "The order is wrong.", "It has {} of 9 nodes."
    heard = {
        "one": {"test-trace-order": order},
        "two": {"test-trace-order": order, "test-graph-counts": nodes.format(5)},
        "any": {"test-trace-order": order, "test-graph-counts": nodes.format(7)},
        "half": {"test-graph-counts": nodes.format(4)},
        "other": {"test-trace-order": "The sums are wrong."},
        "none": {},
    }
    for student, said in heard.items():
        for cell, message in said.items():
            name = "2-reverse-order" if cell == "test-trace-order" else "3-autograd-graph"
            write_cells(tmp_path / student / f"{name}.ipynb", failed={cell: message})
    folders = {student: tmp_path / student for student in heard}
    head, *rows = Misconceptions().rows(tmp_path / "release" / "autograd", folders)
    assert head == ["They may believe", "Seen in", "Messages", "Students", "Who"]
    both = "graph counts, trace order"
    assert rows == [
        ["Takes backward for forward.", "trace order", 1, 1, ["one"]],
        ["Takes types for layers.", both, 2, 1, ["two"]],
        ["Takes names for layers. Or: Takes types for layers.", both, 2, 1, ["any"]],
    ]
    known = read_known_answers(tmp_path / "autograd.csv")
    assert "edges/stub" not in [answer.name for answer in known]
    assert list(Misconceptions().rows(tmp_path / "release" / "other", folders)) == []


def test_a_table_that_lacks_a_column_is_one_sentence(tmp_path):
    (tmp_path / "known.csv").write_text("a,b\n")
    with pytest.raises(ValueError, match="lacks the column student_id"):
        read_known_answers(tmp_path / "known.csv")
