"""The tables that the lab adds to the report: what the class guessed, and what it may believe."""

import json
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
    assert [import_item(name) for name in config.Report.sections] == [Guesses, Misconceptions]


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
    assert head == ["Question", "Notebook", "Guesses", "No guess"]
    nested = "[" * 60
    assert rows == [
        ["shape", "1-backward-hooks", f"(4, 2) (3); {nested} (1)", 2],
        ["factor", "1-backward-hooks", "2 (2); '<script>x</script>' (1); 3 (1)", 2],
    ]


def test_notebooks_without_guesses_have_no_table(tmp_path):
    write_cells(tmp_path / "release" / "one.ipynb", "x = 1")
    assert list(Guesses().rows(tmp_path / "release", {})) == []


KNOWN = """student_id,name,notebook,cell,error,message
trace/forward,Thinks that backward goes forward.,2-reverse-order,test-trace,,The order is wrong.
trace/names,Takes names for layers.,2-reverse-order,test-trace,,The order is wrong.
trace/names,Takes names for layers.,3-autograd-graph,test-graph,,It has 4 of 9 nodes.
trace/types,Takes types for layers.,2-reverse-order,test-trace,,The order is wrong.
trace/types,Takes types for layers.,3-autograd-graph,test-graph,,It has 5 of 9 nodes.
edges/none,Forgets the edges.,4-visited-memory,test-edges,,No edge is there.
edges/stub,Nothing.,4-visited-memory,test-edges,not written,This part is not written yet.
"""


def test_students_are_compared_with_known_wrong_answers(tmp_path, monkeypatch):
    monkeypatch.setattr(misconceptions, "ANSWERS", tmp_path)
    (tmp_path / "autograd.csv").write_text(KNOWN)
    order, nodes = "The order is wrong.", "It has {} of 9 nodes."
    heard = {
        "one": {"test-trace": order},
        "two": {"test-trace": order, "test-graph": nodes.format(5)},
        "any": {"test-trace": order, "test-graph": nodes.format(7)},
        "half": {"test-graph": nodes.format(4)},
        "other": {"test-trace": "The sums are wrong."},
        "none": {},
    }
    for student, said in heard.items():
        for cell, message in said.items():
            name = "2-reverse-order" if cell == "test-trace" else "3-autograd-graph"
            write_cells(tmp_path / student / f"{name}.ipynb", failed={cell: message})
    folders = {student: tmp_path / student for student in heard}
    head, *rows = Misconceptions().rows(tmp_path / "release" / "autograd", folders)
    assert head == ["They may believe", "Seen in", "Messages", "Students", "Who"]
    both = "test-graph 3-autograd-graph; test-trace 2-reverse-order"
    assert rows == [
        ["Takes names for layers. or: Takes types for layers.", both, 2, 1, ["any"]],
        ["Takes types for layers.", both, 2, 1, ["two"]],
        ["Thinks that backward goes forward.", "test-trace 2-reverse-order", 1, 1, ["one"]],
    ]
    known = read_known_answers(tmp_path / "autograd.csv")
    assert "edges/stub" not in [answer.name for answer in known]
    assert list(Misconceptions().rows(tmp_path / "release" / "other", folders)) == []


def test_a_table_that_lacks_a_column_is_one_sentence(tmp_path):
    (tmp_path / "known.csv").write_text("a,b\n")
    with pytest.raises(ValueError, match="lacks the column student_id"):
        read_known_answers(tmp_path / "known.csv")
