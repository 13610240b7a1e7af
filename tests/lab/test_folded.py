"""Check cells are folded and short, and no long cell of the lab stands open."""

import json
import re

import pytest
from places import SOURCE

NOTEBOOKS = {
    f"{path.parent.name}/{path.stem}": json.loads(path.read_text())["cells"]
    for name in ("primer", "autograd")
    for path in sorted((SOURCE / name).glob("*.ipynb"))
}
HIDDEN = re.compile(r"### BEGIN (SOLUTION|HIDDEN TESTS).*?### END \1", re.S)


def shown_lines(cell):
    """The lines of a code cell that a student sees."""
    return HIDDEN.sub("", "".join(cell["source"])).strip().splitlines()


@pytest.mark.parametrize("notebook", NOTEBOOKS)
def test_check_cells_are_folded_and_short(notebook):
    checks = [cell for cell in NOTEBOOKS[notebook] if cell["id"].startswith("test-")]
    assert len(checks) >= 2
    for cell in checks:
        assert cell["metadata"]["jupyter"] == {"source_hidden": True}, cell["id"]
        first, *rest = shown_lines(cell)
        # JupyterLab shows the first line of a folded cell, and Validate calls the check by it.
        assert re.match(r"# (Check: |Extra, no points|.*\.$|The tools )", first), (
            cell["id"],
            first,
        )
        assert "folded" not in first.casefold(), cell["id"]
        assert len(rest) < (40 if cell["id"].endswith("-tools") else 24), cell["id"]


@pytest.mark.parametrize("notebook", NOTEBOOKS)
def test_no_long_cell_stands_open(notebook):
    for cell in NOTEBOOKS[notebook]:
        metadata = cell["metadata"]
        if cell["cell_type"] == "code" and not metadata.get("jupyter"):
            assert len(shown_lines(cell)) <= 30, cell["id"]
