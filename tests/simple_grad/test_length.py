"""simple-grad is five sittings of an hour: its text and its given code stay short.

The words that everybody reads are those of the Markdown cells, without the list of notebooks, the
hints, which are folded, and programs. The lines that are given are those of the released code
cells that are no task, folded or not, without empty ones. What `lab/` holds is not counted: the
notebooks show three pieces of it.
"""

import json
import re

import pytest
from places import ROOT

WORDS, LINES = 5000, 700
NOT_READ = re.compile(r"^```.*?^```|<details>.*?</details>", re.M | re.S)
LIST_OF_NOTEBOOKS = re.compile(r"^\|.*$", re.M)

# The model of the stated minutes. Its rates and minutes are assumptions: nobody has been timed.
WORDS_A_MINUTE, LINES_A_MINUTE, MINUTES_A_PREDICTION = 120, 12, 1.5
NAMES = ["1-tape", "2-operators", "3-twice", "4-aggregates", "5-compiler"]
TASKS = {  # minutes for each task; those of grad include the walk on paper
    "1-tape": {"add": 6, "grad": 35},
    "2-operators": {"expand_to": 6, "sum_to": 6, "matmul": 8, "relu": 5, "numeric_grad": 12},
    "3-twice": {"second_gradients": 8, "exp": 5, "hvp": 10, "jvp": 9, "guarded": 7},
    "4-aggregates": {"fused": 25, "checkpoint": 12},
    "5-compiler": {"needed": 11, "compile_tape": 18, "gate": 4, "jit": 8},
}
LOOKING = dict(zip(NAMES, [4, 5, 4, 2, 3], strict=True))  # minutes for pictures and runs


def cells_of(folder: str, notebook: str) -> list[dict]:
    """The cells of a notebook."""
    return json.loads((ROOT / folder / f"simple-grad/{notebook}.ipynb").read_text())["cells"]


def count(text: str) -> int:
    """How many words a text has: what has a letter or a digit."""
    return sum(any(letter.isalnum() for letter in word) for word in text.split())


def words_of(cell: dict) -> int:
    """How many words of a Markdown cell everybody reads."""
    text = NOT_READ.sub("", "".join(cell["source"]))
    if cell["id"] == "title":
        text = LIST_OF_NOTEBOOKS.sub("", text)
    return count(text)


def lines_of(cell: dict) -> int:
    """How many lines of a code cell are given."""
    task = cell["metadata"].get("nbgrader", {}).get("solution", False)
    rows = "".join(cell["source"]).splitlines()
    return 0 if task else sum(bool(row.strip()) for row in rows)


def minutes_of(notebook: str) -> float:
    """The minutes for a notebook by the model; it counts the hints too."""
    cells = cells_of("release", notebook)
    text = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    lines = sum(lines_of(cell) for cell in cells if cell["cell_type"] == "code")
    predictions = sum(cell["id"].startswith("guess-") for cell in cells)
    read = count("\n".join(text)) / WORDS_A_MINUTE + lines / LINES_A_MINUTE
    guessed = predictions * MINUTES_A_PREDICTION
    return read + guessed + sum(TASKS[notebook].values()) + LOOKING[notebook]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("step", "## Step 1: read - a tape", 5),
        ("title", "| a | b |\n| --- | --- |\nand *this*", 2),
        ("words", "| a | b |\n| --- | --- |\nand *this*", 4),
        ("task", "one\n```python\ntwo\n```\n<details>\n\nthree\n</details>\nfour", 2),
    ],
)
def test_words_are_counted(name, text, words):
    assert words_of({"id": name, "source": [text]}) == words


def test_the_text_is_short():
    cells = [cell for name in NAMES for cell in cells_of("source", name)]
    words = sum(words_of(cell) for cell in cells if cell["cell_type"] == "markdown")
    assert 3000 < words <= WORDS


def test_the_given_code_is_short():
    cells = [cell for name in NAMES for cell in cells_of("release", name)]
    lines = sum(lines_of(cell) for cell in cells if cell["cell_type"] == "code")
    assert 300 < lines <= LINES


@pytest.mark.parametrize("notebook", NAMES)
def test_the_stated_minutes_are_those_of_the_model_and_called_an_estimate(notebook):
    title = "".join(cells_of("source", notebook)[0]["source"])
    [stated] = re.findall(r"^\*About (\d+) minutes \(an estimate\b", title, re.M)
    tasks = {
        cell["metadata"]["nbgrader"]["grade_id"]
        for cell in cells_of("source", notebook)
        if cell["metadata"].get("nbgrader", {}).get("solution")
    }
    assert tasks == set(TASKS[notebook])
    assert int(stated) == round(minutes_of(notebook))


def test_there_are_twenty_predictions():
    names = [cell["id"] for name in NAMES for cell in cells_of("source", name)]
    assert sum(name.startswith("guess-") for name in names) == 20
