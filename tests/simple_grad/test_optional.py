"""The optional tasks without points: their checks let right answers pass, and no wrong one.

Their answers are in answers/optional/, because answers/simple-grad/ is for tasks with points.
"""

import json

import pytest
from support.notebook_imports import importing
from support.paths import ROOT

SOURCE = ROOT / "source/simple-grad"
FOLDER = ROOT / "answers/optional/simple-grad"
# {task: (notebook, the cell of its check)}
TASKS = {
    "guarded": ("3-twice", "test-guarded-versions"),
    "only_r": ("4-aggregates", "test-only_r-pattern"),
}
ANSWERS = sorted(FOLDER.glob("*/*.py"))


def notebook_of(task):
    """The notebook of a task, as JSON."""
    return json.loads((SOURCE / f"{TASKS[task][0]}.ipynb").read_text())


def error_of(answer, task, monkeypatch):
    """Run an answer and its check; return the error, or None."""
    monkeypatch.chdir(SOURCE)
    cells = {cell["id"]: "".join(cell["source"]) for cell in notebook_of(task)["cells"]}
    names = {"__name__": "__main__"}
    with importing(SOURCE):
        for text in (cells["imports"], answer):
            exec(text, names)
        try:
            exec(cells[TASKS[task][1]], names)
        except Exception as error:
            return error
    return None


@pytest.mark.parametrize("task", TASKS)
def test_there_are_answers(task):
    names = [path.name for path in ANSWERS if path.parent.name == task]
    assert {name.split("-")[0] for name in names} == {"right", "wrong"}


@pytest.mark.parametrize("path", ANSWERS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_check_tells_right_answers_from_wrong_ones(path, monkeypatch):
    error = error_of(path.read_text(), path.parent.name, monkeypatch)
    assert (error is None) == path.name.startswith("right-"), error


@pytest.mark.parametrize("task", TASKS)
def test_it_has_no_points(task):
    known = {cell["id"]: cell["metadata"].get("nbgrader") for cell in notebook_of(task)["cells"]}
    assert known[task]["solution"] and not known[task]["grade"]
    assert known[TASKS[task][1]] is None
