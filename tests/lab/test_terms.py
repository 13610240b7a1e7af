"""docs/terms.md: each term is introduced where the list says, in the order of reading.

A term in code spans is looked for in all of the text, another one in the text outside of code. The
title cell's table of notebooks is left out: it names what is to come.
"""

import json
import re
from functools import cache

import pytest
from course import deleted, read_assignments
from places import ROOT, SOURCE

HEADING = "## Elsewhere this is called"
ROW = re.compile(r"\| (?P<term>[^|]+) \| `(?P<notebook>[\w/-]+)` \| (?P<meaning>\S[^|]*) \|")
TERMS, _, ELSEWHERE = (ROOT / "docs/terms.md").read_text(encoding="utf-8").partition(HEADING)
ROWS = [row for row in map(ROW.fullmatch, TERMS.splitlines()) if row]
NOTEBOOKS = [f"{a.name}/{task.name}" for a in read_assignments().values() for task in a.tasks]


@cache
def text_of(notebook: str, with_code: bool) -> str:
    """The text of a notebook's Markdown cells."""
    cells = json.loads((SOURCE / f"{notebook}.ipynb").read_text(encoding="utf-8"))["cells"]
    texts = []
    for cell in cells:
        if cell["cell_type"] == "markdown":
            text = "".join(cell["source"])
            if cell["id"] == "title":
                text = re.sub(r"^\|.*$", "", text, flags=re.M)
            texts.append(text)
    text = re.sub(r"^```.*?^```", "", "\n\n".join(texts), flags=re.M | re.S)
    return text if with_code else re.sub(r"`[^`]*`", "", text)


def uses(notebook: str, term: str) -> bool:
    """Whether a notebook uses a term, in any form that begins like it."""
    code = term.startswith("`")
    word = re.escape(term.strip("`")).replace(r"\ ", r"\s+")
    # A name with a capital is not the word without: a Function is not a function.
    exact = code or term[0].isupper()
    return bool(re.search(rf"\b{word}", text_of(notebook, code), 0 if exact else re.I))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["term"])
def test_a_term_is_introduced_where_the_list_says(row):
    using = [notebook for notebook in NOTEBOOKS if uses(notebook, row["term"])]
    assert using and using[0] == row["notebook"], using


def test_the_list_is_in_the_order_of_reading_and_names_no_term_twice():
    places = [NOTEBOOKS.index(row["notebook"]) for row in ROWS]
    assert places == sorted(places)
    assert len({row["term"] for row in ROWS}) == len(ROWS)


def test_every_line_of_the_table_is_read():
    lines = [line for line in TERMS.splitlines() if line[:2] == "| "]
    assert len(ROWS) == len(lines) - 2 >= 40


def test_the_words_of_other_texts_are_in_the_order_of_reading_and_in_no_notebook():
    rows = re.findall(r"^\| [^|]+ \| [^|]+ \| `([\w/-]+)` \|$", ELSEWHERE, re.M)
    assert len(rows) == ELSEWHERE.count("\n| ") - 2 >= 40
    rows = [row for row in rows if row.split("/")[1] not in deleted()]
    assert [NOTEBOOKS.index(row) for row in rows] == sorted(map(NOTEBOOKS.index, rows))
    assert not [notebook for notebook in NOTEBOOKS if HEADING in text_of(notebook, True)]


@pytest.mark.parametrize(
    "word",
    "upstream gradient|local derivative|vector-Jacobian product|saved tensors|computation graph|"
    "dynamic|acyclic|reverse topological order|automatic differentiation|backpropagation|"
    "broadcasting|in-place".split("|"),
)
def test_the_words_of_the_field_are_there(word):
    assert word in ELSEWHERE
