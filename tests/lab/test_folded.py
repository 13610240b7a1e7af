"""Check cells are folded and short; long cells are folded, and rules are not."""

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


@pytest.mark.parametrize(
    "rule",
    [
        "| the case | the record |",
        "`grad_input[0]` is `None` | `grad_input_sum` is `None`",
        "don't\nclear it, don't put the old one back, and don't work on a copy",
        "Its own hooks are gone, including those that were never called.",
        "stays frozen",
        "Each layer stays in its mode",
    ],
)
def test_the_rules_of_trace_backward_are_in_the_open(rule):
    cells = NOTEBOOKS["autograd/2-reverse-order"]
    (task,) = ["".join(cell["source"]) for cell in cells if cell["id"] == "task-2"]
    assert rule in re.sub(r"<details>.*?</details>", "", task, flags=re.S)
    assert "<details><summary>Rarer cases</summary>" in task
