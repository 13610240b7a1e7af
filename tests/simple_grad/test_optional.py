"""The optional task without points, `guarded`: its check lets right answers pass, and no wrong one.

Its answers are in answers/optional/, because answers/simple-grad/ is for tasks with points.
"""

import json

import pytest
from support.notebook_imports import importing
from support.paths import ROOT

ANSWERS = sorted((ROOT / "answers/optional/simple-grad/guarded").glob("*.py"))
NOTEBOOK = ROOT / "source/simple-grad/3-twice.ipynb"


@pytest.fixture(scope="module")
def cells():
    """The text of each code cell by its id; the package beside the notebook can be imported."""
    with importing(NOTEBOOK.parent):
        notebook = json.loads(NOTEBOOK.read_text())
        yield {cell["id"]: "".join(cell["source"]) for cell in notebook["cells"]}


def error_of(answer, cells, monkeypatch):
    """Run an answer and its check; return the error, or None."""
    monkeypatch.chdir(NOTEBOOK.parent)
    names = {"__name__": "__main__"}
    for text in (cells["imports"], answer):
        exec(text, names)
    try:
        exec(cells["test-guarded-versions"], names)
    except Exception as error:
        return error
    return None


def test_there_are_answers():
    assert {path.name.split("-")[0] for path in ANSWERS} == {"right", "wrong"}


@pytest.mark.parametrize("path", ANSWERS, ids=lambda path: path.stem)
def test_the_check_tells_right_answers_from_wrong_ones(path, cells, monkeypatch):
    error = error_of(path.read_text(), cells, monkeypatch)
    assert (error is None) == path.name.startswith("right-"), error


def test_it_has_no_points(cells):
    notebook = json.loads(NOTEBOOK.read_text())
    known = {cell["id"]: cell["metadata"].get("nbgrader") for cell in notebook["cells"]}
    assert known["guarded"]["solution"] and not known["guarded"]["grade"]
    assert known["test-guarded-versions"] is None
