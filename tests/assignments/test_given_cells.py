"""In an untouched release no instructor cell fails: it says which answer is missing, if one is."""

import json
import subprocess
import sys

import pytest
from support.paths import ROOT

# Runs the code cells of notebooks, each notebook in names of its own, past errors. A given
# body stands in each function that a student should write.
RUN = """
import contextlib, io, json, sys
sys.path.insert(0, ".")
body, failed, said = sys.argv[1], [], []
for path in sys.argv[2:]:
    names = {"__name__": "__main__"}
    for cell in json.load(open(path))["cells"]:
        if cell["cell_type"] == "code":
            source, printed = "".join(cell["source"]), io.StringIO()
            if body and cell["metadata"].get("nbgrader", {}).get("solution"):
                source = f"def {cell['id']}(*_, **__): {body}"
            try:
                with contextlib.redirect_stdout(printed):
                    exec(source, names)
            except Exception as error:
                failed.append([path, cell["id"], f"{type(error).__name__}: {error}"])
            said.append([path, cell["id"], printed.getvalue()])
print(json.dumps([failed, said]))
"""


def run_cells(assignment, notebooks, body=""):
    """Run released notebooks; return the errors of their cells, and what the cells print."""
    command = [sys.executable, "-B", "-W", "ignore", "-c", RUN, body, *notebooks]
    run = subprocess.run(
        command, cwd=ROOT / "release" / assignment, capture_output=True, text=True, check=True
    )
    return json.loads(run.stdout)


@pytest.mark.parametrize("assignment", ["primer", "autograd"])
def test_only_checks_fail_in_an_untouched_release(assignment):
    folder = ROOT / "release" / assignment
    notebooks = sorted(path.name for path in folder.glob("*.ipynb"))
    failed, said = run_cells(assignment, notebooks)
    assert any("is not written yet." in text for *_, text in said)
    assert {path for path, _, _ in failed} == set(notebooks)
    for path, cell, error in failed:
        assert cell.startswith("test-"), (path, cell, error)
        assert error.startswith("NotImplementedError: This part is not written yet."), (cell, error)


NOTHING = "return None"
ERROR = "raise RuntimeError('wrong')"


@pytest.mark.parametrize(
    ("assignment", "body"),
    [
        ("primer", NOTHING),
        ("autograd", ERROR),
        pytest.param("primer", ERROR, marks=pytest.mark.soak),
        pytest.param("autograd", NOTHING, marks=pytest.mark.soak),
    ],
)
def test_no_cell_calls_a_wrong_answer_not_written(assignment, body):
    folder = ROOT / "release" / assignment
    notebooks = sorted(path.name for path in folder.glob("*.ipynb"))
    failed, said = run_cells(assignment, notebooks, body)
    assert {path for path, _, _ in failed} == set(notebooks)
    assert [each for each in said if "not written yet" in each[2]] == []
