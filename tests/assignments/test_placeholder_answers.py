"""Placeholder answers get no points in our assignments that a sentence does not promise.

Small mistakes get the points that they get in one kernel. What calls a function of the course is
marked as forgeable.
"""

import json
import re

import pytest
from course import read_assignments
from support.course_copy import copy_course
from support.paths import ROOT, SOURCE
from traitlets.config import PyFileConfigLoader

from nbjudge_testing.commands import run_nbjudge

# By assignment, notebook and test cell: the points that `nbjudge check` prints for placeholder
# answers, and the sentence that promises them. These cells test what a call leaves behind. The
# others test numbers.
PROMISED: dict[str, dict[tuple[str, str], tuple[str, str]]] = {
    "primer": {
        ("5-training", "test-validate-manners"): (
            "1 of 1 for NaN and zeros of the right shape",
            "# Check: nothing is saved for backward, and everything is as it was.",
        ),
    },
    "autograd": {
        ("2-reverse-order", "test-trace_backward-leaves_no_trace"): (
            "1 of 1 for zeros of the right shape",
            "# Check: the network stays as it was, and a second call returns the same.",
        ),
    },
    "simple-grad": {},
}
NOTE = re.compile(r"^note: (\S+), (\S+): a placeholder answer gets (.*)$", re.M)

TAKES = re.compile(
    r"^note: (\S+): test cells use, but do not test, names that .*\n    why: (.*)$", re.M
)


@pytest.mark.soak
@pytest.mark.parametrize("assignment", read_assignments())
def test_placeholder_answers_get_what_the_notebook_says(assignment, tmp_path):
    checked = run_nbjudge(copy_course(tmp_path / "course"), "check", assignment)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    found = {(notebook, cell): gets for notebook, cell, gets in NOTE.findall(checked.stdout)}
    assert found == {key: gets for key, (gets, _) in PROMISED[assignment].items()}
    assert "a wrong answer gets" not in checked.stdout
    config = PyFileConfigLoader("nbgrader_config.py", path=str(ROOT)).load_config()
    listed = [*config.Report.forgeable, *config.Report.not_forgeable]
    marked = {tuple(path.split("/")[1:]) for path in listed}
    without_points = cells_without_points(assignment)
    taken = {
        (notebook, cell)
        for notebook, names in TAKES.findall(checked.stdout)
        for cells in re.findall(r"\((.*?)\)", names)
        for cell in cells.split(", ")
        if cell not in without_points
    }
    assert taken and taken <= marked


def cells_without_points(assignment: str) -> set[str]:
    """Return the grade_ids of the test cells that earn no points, such as those of tools."""
    found = set()
    for path in (SOURCE / assignment).glob("*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            about = cell["metadata"].get("nbgrader", {})
            if about.get("points") == 0:
                found.add(about["grade_id"])
    return found


def test_what_is_marked_as_forgeable_is_there():
    config = PyFileConfigLoader("nbgrader_config.py", path=str(ROOT)).load_config()
    for path in [*config.Report.forgeable, *config.Report.not_forgeable]:
        assignment, notebook, name = path.split("/")
        cells = json.loads((SOURCE / assignment / f"{notebook}.ipynb").read_text())["cells"]
        assert name in [c["metadata"].get("nbgrader", {}).get("grade_id") for c in cells], path


@pytest.mark.parametrize("assignment", PROMISED)
def test_the_sentences_are_there(assignment):
    for (notebook, cell), (_, sentence) in PROMISED[assignment].items():
        cells = json.loads((SOURCE / assignment / f"{notebook}.ipynb").read_text())["cells"]
        [found] = [c for c in cells if c["metadata"].get("nbgrader", {}).get("grade_id") == cell]
        assert "".join(found["source"]).startswith(sentence)
