"""simple-grad is five sittings of less than two hours: its text and its given code stay short.

The words that everybody reads are those of the Markdown cells, without the list of notebooks, the
hints, which are folded, and programs. The lines that are given are those of the released code
cells that are no task, folded or not, without empty ones. What `lab/` holds is not counted: the
notebooks show three pieces of it.
"""

import json
import re

import pytest
from places import ROOT

WORDS, LINES = 6200, 800
NOT_READ = re.compile(r"^```.*?^```|<details>.*?</details>", re.M | re.S)
LIST_OF_NOTEBOOKS = re.compile(r"^\|.*$", re.M)
# Words of this project for an entry of the tape, a backward pass, the outputs that received a
# gradient, returned as an output, load, provide, optional tasks.
HOUSE_WORDS = re.compile(
    r"\b(lines?|walks?|patterns?|declared|brings?|brought|lend|lent|honou?rs)\b"
)

# The model of the stated minutes. Its rates and minutes are assumptions: nobody has been timed.
# Those of a task hold the reading of its given code, and the repair of one failed check.
WORDS_A_MINUTE, LINES_A_MINUTE, MINUTES_A_PREDICTION = 120, 12, 1.5
NAMES = ["1-tape", "2-operators", "3-twice", "4-aggregates", "5-compiler"]
TASKS = {  # minutes for each; grad includes the backward pass on paper, guarded is optional
    "1-tape": {"add": 6, "grad": 38},
    "2-operators": {"expand_to": 9, "sum_to": 9, "matmul": 8, "relu": 6, "numeric_grad": 18},
    "3-twice": {"second_gradients": 9, "exp": 6, "hvp": 16, "jvp": 17, "guarded": 0},
    "4-aggregates": {"fused": 28, "checkpoint": 25},
    "5-compiler": {"needed": 13, "compile_tape": 20, "jit": 9, "cut": 12},
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
    """The minutes for a notebook by the model; it counts the hints too.

    The questions about one's own code are left out: they are practice that may be skipped.
    """
    cells = [c for c in cells_of("release", notebook) if not c["id"].startswith("own-")]
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


@pytest.mark.parametrize("notebook", NAMES)
def test_the_text_has_the_words_of_the_field(notebook):
    cells = [cell for cell in cells_of("source", notebook) if cell["cell_type"] == "markdown"]
    found = {word for cell in cells for word in HOUSE_WORDS.findall("".join(cell["source"]))}
    # A tape becomes a program of lines in notebook 5, which says so where it uses the word first.
    assert found <= ({"line", "lines"} if notebook == "5-compiler" else set())


def test_the_given_code_is_short():
    cells = [cell for name in NAMES for cell in cells_of("release", name)]
    lines = sum(lines_of(cell) for cell in cells if cell["cell_type"] == "code")
    assert 300 < lines <= LINES


@pytest.mark.parametrize("notebook", NAMES)
def test_the_stated_minutes_are_those_of_the_model_rounded(notebook):
    title = "".join(cells_of("source", notebook)[0]["source"])
    [stated] = re.findall(r"^\*About (\d+) minutes\b", title, re.M)
    assert "estimate" not in title and "model" not in title
    tasks = {
        cell["metadata"]["nbgrader"]["grade_id"]
        for cell in cells_of("source", notebook)
        if cell["metadata"].get("nbgrader", {}).get("solution")
    }
    assert tasks == set(TASKS[notebook])
    assert int(stated) % 5 == 0 and abs(int(stated) - minutes_of(notebook)) <= 5


def test_there_are_22_predictions():
    names = [cell["id"] for name in NAMES for cell in cells_of("source", name)]
    assert sum(name.startswith("guess-") for name in names) == 22


def test_the_course_says_how_long_it_and_its_core_take():
    """The core is notebooks 1, 2 and 4, and about half of notebook 3."""
    title = " ".join("".join(cells_of("source", "1-tape")[0]["source"]).split())
    assert "That is about seven hours. The **core** takes five" in title
    minutes = {notebook: minutes_of(notebook) for notebook in NAMES}
    assert round(sum(minutes.values()) / 60) == 7
    core = sum(minutes.values()) - minutes["5-compiler"] - minutes["3-twice"] / 2
    assert round(core / 60) == 5
