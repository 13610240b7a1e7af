"""Check cells are folded, with a first line that says what they check; rules are not folded."""

import json
import re

import pytest
from support.paths import SOURCE

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
def test_check_cells_are_folded_below_a_first_line_that_names_the_check(notebook):
    checks = [cell for cell in NOTEBOOKS[notebook] if cell["id"].startswith("test-")]
    assert checks
    for cell in checks:
        assert cell["metadata"]["jupyter"] == {"source_hidden": True}, cell["id"]
        first = shown_lines(cell)[0]
        # JupyterLab shows the first line of a folded cell, and Validate calls the check by it.
        assert re.match(r"# (Check: |Extra, no points|.*\.$|The tools )", first), (
            cell["id"],
            first,
        )
        assert "folded" not in first.casefold(), cell["id"]


@pytest.mark.parametrize(
    "rule",
    [
        "| the case | the record |",
        "`grad_input[0]` is `None` | `grad_input_sum` is `None`",
        "don't\nclear it, don't clip it, don't put the old one back, and don't work on a copy",
        "Its own hooks are gone, including those that were never called.",
        "No layer has a new attribute.",
        "stays frozen",
        "Each layer stays in its mode",
    ],
)
def test_the_rules_of_trace_backward_are_in_the_open(rule):
    cells = NOTEBOOKS["autograd/2-reverse-order"]
    (task,) = ["".join(cell["source"]) for cell in cells if cell["id"] == "safe-text"]
    assert rule in re.sub(r"<details>.*?</details>", "", task, flags=re.S)
