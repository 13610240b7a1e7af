"""The predictions of the primer: each can be made, and is answered only below its guesses."""

import ast
import json
import re

import pytest
from support.paths import SOURCE

CELLS = {
    path.stem: json.loads(path.read_text())["cells"]
    for path in sorted((SOURCE / "primer").glob("*.ipynb"))
}

# Notebook, cell for the guesses, and words that answer them.
ANSWERS = [
    ("autograd/5-run-the-graph", "guess-at-once", r"a way to be right|right, and hopeless"),
    (
        "primer/1-tensors-that-remember",
        "guess-stop",
        r"computed (here|under `no_grad`) does not require grad",
    ),
    ("primer/4-where-is-backward", "guess-straight", r"slope is 0 nearly everywhere"),
    ("primer/4-where-is-backward", "guess-straight", r"as if it had done nothing"),
]


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
    cells, asked = CELLS[notebook], False
    for number, cell in enumerate(cells):
        text = "".join(cell["source"])
        for predict in re.finditer(r"\*\*Predict\b.*?(?=\n\n|\Z)", text, re.S):
            asked = True
            # A picture may stand between the question and the cell that takes the guesses.
            after = [each["id"] for each in cells[number + 1 : number + 3]]
            with_cell = any(name.startswith("guess-") for name in after)
            assert with_cell or "on paper" in predict[0], (cell["id"], predict[0])
    assert asked


@pytest.mark.parametrize("notebook", CELLS)
def test_each_cell_for_guesses_follows_a_prediction(notebook):
    cells = CELLS[notebook]
    for number, cell in enumerate(cells):
        if cell["id"].startswith("guess-"):
            assert "**Predict" in "".join(cells[number - 1]["source"]), cell["id"]


@pytest.mark.parametrize(("notebook", "guess", "answer"), ANSWERS)
def test_the_text_answers_a_prediction_below_its_guesses(notebook, guess, answer):
    cells = json.loads((SOURCE / f"{notebook}.ipynb").read_text())["cells"]
    texts = [" ".join("".join(cell["source"]).split()) for cell in cells]
    (place,) = [number for number, cell in enumerate(cells) if cell["id"] == guess]
    found = [number for number, text in enumerate(texts) if re.search(answer, text)]
    assert found and min(found) > place, [cells[number]["id"] for number in found]
