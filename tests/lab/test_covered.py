"""docs/covered.md: each row names cells that are there, or says why something is left out."""

import json
import re

from course import deleted, read_assignments
from places import ROOT, SOURCE

PAGE = (ROOT / "docs/covered.md").read_text(encoding="utf-8")
TOPICS = PAGE.partition("\n## The notebooks\n")[0]
ROWS = [line for line in TOPICS.splitlines() if re.match(r"\| (?!topic \||---)", line)]
NAMED = re.compile(r"`([\w-]+/[\w-]+)#([\w-]+)`")


def test_each_row_names_a_cell_or_a_reason():
    assert len(ROWS) >= 45
    for row in ROWS:
        assert NAMED.search(row) or "Left out: " in row, row


def test_the_cells_are_there():
    cells = {
        (f"{assignment.name}/{name}", cell["id"])
        for assignment in read_assignments().values()
        for name in assignment.notebooks
        for cell in json.loads((SOURCE / assignment.name / f"{name}.ipynb").read_text())["cells"]
    }
    named = {found.groups() for found in NAMED.finditer(PAGE)} - {("assignment/notebook", "cell")}
    assert {pair for pair in named - cells if pair[0].split("/")[1] not in deleted()} == set()
