"""solutions.py: model answers for who learns alone. Oracle: the release of nbgrader."""

import json
import re
import subprocess
import sys

import pytest
from course import read_assignments
from support.paths import ROOT

ASSIGNMENTS = read_assignments()


@pytest.fixture(scope="module")
def solutions(tmp_path_factory):
    """The folder of model answers."""
    folder = tmp_path_factory.mktemp("solutions")
    subprocess.run([sys.executable, ROOT / "tools/students/solutions.py", folder], check=True)
    return folder


def cells(path):
    return {cell["id"]: cell for cell in json.loads(path.read_text("utf-8"))["cells"]}


@pytest.mark.parametrize(
    ("assignment", "name"),
    [(a.name, name) for a in ASSIGNMENTS.values() for name in a.notebooks],
    ids=str,
)
def test_solution_cells_are_filled_and_all_others_are_those_of_the_release(
    assignment, name, solutions
):
    given = cells(ROOT / "release" / assignment / f"{name}.ipynb")
    answers = cells(solutions / assignment / f"{name}.ipynb")
    assert set(answers) == set(given)
    filled = 0
    for number, cell in answers.items():
        text, released = "".join(cell["source"]), "".join(given[number]["source"])
        assert "### BEGIN" not in text and "### END" not in text
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            assert "NotImplementedError" not in text and "YOUR " not in text and text != released
            filled += 1
        else:
            # Only the release has the line on the order of assignments.
            released = re.sub(r"^\*Assignment \d of \d: .*\*\n\n", "", released, flags=re.M)
            assert text.split() == released.split(), number
    assert filled


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_files_beside_the_notebooks_are_there(assignment, solutions):
    given = {path.name for path in (ROOT / "release" / assignment / "lab").glob("*.py")}
    assert {path.name for path in (solutions / assignment / "lab").glob("*.py")} == given != set()
