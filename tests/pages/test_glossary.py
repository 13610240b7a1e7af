"""docs/glossary.md: each term is first used where the glossary says, in the order of reading.

A term in code spans is looked for in all of the text, another one in the text outside of code. The
title cell's table of notebooks is left out: it names what is to come.
"""

import json
import re
from functools import cache

import pytest
from course import read_assignments
from support.paths import ROOT, SOURCE

ROW = re.compile(
    r"(?P<term>[^|]+) \| (?P<meaning>[^|]+) \| (?:(?P<elsewhere>[^|]+) )?\| `(?P<notebook>[\w/-]+)`"
)
PAGE = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
LINES = PAGE.partition("\n--- | --- | --- | ---\n")[2].splitlines()
ROWS = [row for row in map(ROW.fullmatch, LINES) if row]
NOTEBOOKS = [f"{a.name}/{task.name}" for a in read_assignments().values() for task in a.tasks]


def short(notebook: str) -> str:
    """The name of a notebook on the page: `primer/2` for `primer/2-backward`."""
    return re.sub(r"(/\d)-.*", r"\1", notebook)


@cache
def text_of(notebook: str, with_code: bool) -> str:
    """The text of a notebook's Markdown cells."""
    cells = json.loads((SOURCE / f"{notebook}.ipynb").read_text(encoding="utf-8"))["cells"]
    texts = []
    for cell in cells:
        if cell["cell_type"] == "markdown":
            text = "".join(cell["source"])
            if "| notebook |" in text:
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
def test_a_term_is_introduced_where_the_page_says(row):
    using = [notebook for notebook in NOTEBOOKS if uses(notebook, row["term"])]
    assert using and short(using[0]) == row["notebook"], using


def test_the_table_is_alphabetical_and_has_each_term_once():
    terms = [row["term"].strip("`.").lower() for row in ROWS]
    assert terms == sorted(set(terms))


def test_every_line_of_the_table_is_read():
    assert len(ROWS) == len(LINES) > 0
