"""The predictions of the primer: each can be made, and no cell in sight gives its answer away."""

import ast
import json
import re

import pytest
from places import SOURCE

CELLS = {
    path.stem: json.loads(path.read_text())["cells"]
    for path in sorted((SOURCE / "primer").glob("*.ipynb"))
}


def literal_values(code: str) -> list[str]:
    """The names of those values in calls of `reveal` that stand in the code as they are."""
    calls = [
        node
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "reveal"
    ]
    return [
        keyword.arg or "**"
        for call in calls
        for keyword in call.keywords
        if not any(isinstance(node, ast.Name) for node in ast.walk(keyword.value))
    ]


@pytest.mark.parametrize("notebook", CELLS)
def test_what_a_guess_is_compared_with_is_computed(notebook):
    given_away = {
        cell["id"]: values
        for cell in CELLS[notebook]
        if cell["cell_type"] == "code" and (values := literal_values("".join(cell["source"])))
    }
    assert given_away == {}


def test_a_literal_is_found():
    assert literal_values("reveal(a=-39, b=f(x), c='red', d=[1, 2])") == ["a", "c", "d"]


@pytest.mark.parametrize("notebook", CELLS)
def test_each_prediction_has_its_cell_or_is_made_on_paper(notebook):
    cells, asked = CELLS[notebook], 0
    for number, cell in enumerate(cells):
        text = "".join(cell["source"])
        for predict in re.finditer(r"\*\*Predict\b.*?(?=\n\n|\Z)", text, re.S):
            asked += 1
            # A picture may stand between the question and the cell that takes the guesses.
            after = [each["id"] for each in cells[number + 1 : number + 3]]
            with_cell = any(name.startswith("guess-") for name in after)
            assert with_cell or "on paper" in predict[0], (cell["id"], predict[0])
    # Notebook 6 asks for eight diagnoses, each of which can be tried out.
    assert asked >= (2 if notebook.startswith("6-") else 4)


@pytest.mark.parametrize("notebook", CELLS)
def test_each_cell_for_guesses_follows_a_prediction(notebook):
    cells = CELLS[notebook]
    for number, cell in enumerate(cells):
        if cell["id"].startswith("guess-"):
            assert "**Predict" in "".join(cells[number - 1]["source"]), cell["id"]


@pytest.mark.parametrize("notebook", CELLS)
def test_no_long_cell_stands_open(notebook):
    """What is longer than a screen is folded, or in lab/; checks and tasks are left out."""
    for cell in CELLS[notebook]:
        meta = cell["metadata"]
        if cell["cell_type"] == "code" and not meta.get("jupyter") and "nbgrader" not in meta:
            lines = "".join(cell["source"]).splitlines()
            assert len(lines) <= 30, (cell["id"], len(lines))
