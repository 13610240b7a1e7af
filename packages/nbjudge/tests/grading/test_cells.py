"""A submitted notebook's cells are what the gradebook says, whatever they say of themselves."""

import json

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from nbjudge.errors import UnreadableFileError
from nbjudge.gradebook.definition import CellDefinition, NotebookDefinition
from nbjudge.grading.repair import load_notebook

TEST = CellDefinition("test-f", "code", "assert f() == 3", "sum", True, 5.0, False, False)
ANSWER = CellDefinition("f", "code", "def f(): ...", "sum", False, None, True, False)
BY_HAND = CellDefinition("why", "markdown", "Why?", "sum", False, 4.0, True, False)
KNOWN = {each.name: each for each in (ANSWER, TEST, BY_HAND)}
MINE = {"grade": True, "solution": False, "locked": False, "task": False, "points": 99}


def cell(name, source="mine", new_cell=new_code_cell, **more):
    """A cell that says of itself that it is a test cell with 99 points."""
    own = MINE | {"grade_id": name, "schema_version": 3, "cell_type": "code"} | more
    return new_cell(source, metadata={"nbgrader": own})


def loaded(*cells):
    """The cells after the repair, by name; those without a name in a list."""
    text = json.dumps(new_notebook(cells=cells)).encode()
    found = load_notebook(text, NotebookDefinition("1", None, KNOWN)).notebook.cells
    names = [each.metadata.get("nbgrader", {}).get("grade_id") for each in found]
    return dict(zip(names, found, strict=True)), names.count(None)


CASES = {
    "as released": [cell("f"), cell("test-f"), cell("why")],
    "test cells deleted": [cell("f")],
    "all deleted": [cell("x")],
    "test cells retyped": [cell("f"), cell("test-f", new_cell=new_markdown_cell), cell("why")],
    "test cells as solutions": [cell("f"), cell("test-f", solution=True), cell("why")],
    "test cells unlocked": [cell("f"), cell("test-f", locked=False, grade=False), cell("why")],
    "an answer as a test cell": [cell("f", grade=True, solution=False, locked=True)],
    "a cell by hand as a test cell": [cell("why", locked=True, solution=False)],
    "ids twice": [cell("test-f", "first"), cell("f"), cell("test-f", "last"), cell("test-f")],
    "ids on other cells": [new_code_cell("f"), cell("test-f"), cell("test-f"), cell("f")],
    "ids unknown": [cell("test-g"), cell("f"), cell("test-f")],
}


@pytest.mark.attack
@pytest.mark.parametrize("cells", CASES.values(), ids=CASES)
def test_cells_are_what_the_gradebook_says(cells):
    found, _ = loaded(*cells)
    assert {"test-f", "why"} <= found.keys() - {None} <= KNOWN.keys()
    for name in found.keys() - {None}:
        assert found[name].metadata.nbgrader == KNOWN[name].metadata()
        assert found[name].cell_type == KNOWN[name].cell_type


def with_format(version):
    text = json.dumps({"nbformat": version, "nbformat_minor": 5, "metadata": {}, "cells": []})
    return load_notebook(text.encode(), NotebookDefinition("1", None, KNOWN))


def test_a_notebook_format_may_be_written_with_a_decimal_point():
    """Programs of other languages write all numbers so, and JupyterLab opens the notebook."""
    assert {"test-f", "why"} <= set(with_format(4.0).lacked)


@pytest.mark.parametrize("version", ["4", 4.5, True, 0])
def test_a_notebook_format_that_is_no_number_is_shown(version):
    with pytest.raises(UnreadableFileError, match=f"format is {version!r}, not a number from 1 to"):
        with_format(version)


def test_a_missing_notebook_format_is_said():
    with pytest.raises(UnreadableFileError, match="it has no notebook format number"):
        with_format(None)


@pytest.mark.attack
def test_of_a_cell_that_is_there_twice_the_last_counts_and_the_others_are_unknown():
    found, unknown = loaded(cell("f", "first"), cell("f", "last"), cell("test-f", TEST.source))
    assert found["f"].source == "last" and unknown == 1


def answer_of(name, source=None):
    return CellDefinition(
        name, "code", source or f"def {name}(): ...", "", False, None, True, False
    )


def check_of(name, source):
    return CellDefinition(name, "code", source, "", True, 1.0, False, False)


PLUS, TIMES, SUM = answer_of("plus"), answer_of("times"), answer_of("sum", "# your code")
TEST_PLUS = check_of("test-plus", "assert plus() == 3")
TEST_TIMES = check_of("test-times", "check('times', 6)")
TEST_ALL = check_of("test-all", "check_all()")
PAIR = [PLUS, TIMES, TEST_PLUS, TEST_TIMES]
CALLS_PLUS = {"times": "def times(): return plus()"}
# The definition, the order in the notebook, other texts there, and the test cells that are above.
MOVED = {
    "above both answers": (PAIR, "test-plus plus times test-times", {}, ["test-plus"]),
    "above the first answer": (PAIR, "times test-plus plus test-times", {}, ["test-plus"]),
    "to its own answer": (PAIR, "plus test-plus times test-times", {}, []),
    "its name is a text": (PAIR, "plus test-times times test-plus", {}, ["test-times"]),
    "above what its answer calls": (
        PAIR,
        "times test-times plus test-plus",
        CALLS_PLUS,
        ["test-times"],
    ),
    "a helper between": (
        PAIR,
        "help times test-times plus test-plus",
        {"times": "def times(): return help()", "help": "def help(): return plus()"},
        ["test-times"],
    ),
    "a task with its test": (
        [PLUS, TEST_PLUS, TIMES, TEST_TIMES],
        "times test-times plus test-plus",
        {},
        [],
    ),
    "a task that the other one needs": (
        [PLUS, TEST_PLUS, TIMES, TEST_TIMES],
        "times test-times plus test-plus",
        CALLS_PLUS,
        ["test-times"],
    ),
    "a test of no name": ([PLUS, TIMES, TEST_ALL], "times test-all plus", {}, ["test-all"]),
    "an answer that the test does not need": (
        [SUM, TIMES, TEST_TIMES],
        "times test-times sum",
        {"sum": "total = 1"},
        [],
    ),
    "an answer that prints": (
        [SUM, TIMES, TEST_TIMES],
        "times test-times sum",
        {"sum": "print(3)"},
        ["test-times"],
    ),
    "an answer of no name": (
        [PLUS, SUM, check_of("test-sum", "assert total == 3")],
        "plus test-sum sum",
        {"sum": "total = plus()"},
        ["test-sum"],
    ),
}


@pytest.mark.parametrize(("known", "order", "texts", "above"), MOVED.values(), ids=MOVED)
def test_a_test_cell_above_an_answer_that_it_tests_is_known(known, order, texts, above):
    definition = NotebookDefinition("1", None, {cell.name: cell for cell in known})
    cells = [cell(name, texts.get(name, f"def {name}(): ...")) for name in order.split()]
    doubts = load_notebook(json.dumps(new_notebook(cells=cells)).encode(), definition).doubts
    sentence = "has test cells above the answer that they test: "
    assert [doubt for doubt in doubts if "test cells above" in doubt] == [
        sentence + name for name in above
    ]
