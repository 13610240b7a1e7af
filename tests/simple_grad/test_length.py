"""simple-grad is five sittings of an hour: its text and its given code stay short.

The words that everybody reads are those of the Markdown cells, without the list of notebooks, the
hints, which are folded, and programs. The lines that everybody sees are those of the released code
cells that are neither folded nor a task, without empty ones. What `lab/` holds is not counted: the
notebooks show three pieces of it.
"""

import json
import re

import pytest
from places import ROOT

WORDS, LINES = 5400, 700
NOT_READ = re.compile(r"^```.*?^```|<details>.*?</details>", re.M | re.S)
LIST_OF_NOTEBOOKS = re.compile(r"^\|.*$", re.M)


def cells_of(folder: str) -> list[dict]:
    """The cells of all five notebooks."""
    paths = sorted((ROOT / folder / "simple-grad").glob("*.ipynb"))
    assert len(paths) == 5
    return [cell for path in paths for cell in json.loads(path.read_text())["cells"]]


def words_of(cell: dict) -> int:
    """How many words of a Markdown cell everybody reads."""
    text = NOT_READ.sub("", "".join(cell["source"]))
    if cell["id"] == "title":
        text = LIST_OF_NOTEBOOKS.sub("", text)
    return sum(any(letter.isalnum() for letter in word) for word in text.split())


def lines_of(cell: dict) -> int:
    """How many lines of a code cell everybody sees that does not have to write them."""
    folded = cell["metadata"].get("jupyter", {}).get("source_hidden", False)
    task = cell["metadata"].get("nbgrader", {}).get("solution", False)
    rows = "".join(cell["source"]).splitlines()
    return 0 if folded or task else sum(bool(row.strip()) for row in rows)


@pytest.mark.parametrize(
    ("name", "text", "count"),
    [
        ("step", "## Step 1: read - a tape", 5),
        ("title", "| a | b |\n| --- | --- |\nand *this*", 2),
        ("words", "| a | b |\n| --- | --- |\nand *this*", 4),
        ("task", "one\n```python\ntwo\n```\n<details>\n\nthree\n</details>\nfour", 2),
    ],
)
def test_words_are_counted(name, text, count):
    assert words_of({"id": name, "source": [text]}) == count


def test_the_text_is_short():
    cells = cells_of("source")
    words = sum(words_of(cell) for cell in cells if cell["cell_type"] == "markdown")
    assert 3000 < words <= WORDS


def test_the_given_code_is_short():
    lines = sum(lines_of(cell) for cell in cells_of("release") if cell["cell_type"] == "code")
    assert 300 < lines <= LINES
