"""Answers that hold nothing get no points in our assignments that a sentence does not promise."""

import json

import pytest
from course import read_assignments
from lab_course import copy_course
from places import SOURCE

from nbjudge.adopt.hollow import hollow_points
from nbjudge.adopt.trial import Trial
from nbjudge.cli import load_course
from nbjudge.plugins.execute import JudgeExecute

ZEROS, NAN = "zeros of the right shape", "NaN"
# By assignment, notebook and test cell: what hollow answers get, and the sentence that promises it.
# Both cells ask what a call leaves behind. The others ask for the numbers.
PROMISED: dict[str, dict[tuple[str, str], tuple[dict[str, float], str]]] = {
    "primer": {
        ("5-training", "test-validate-manners"): (
            {NAN: 1, ZEROS: 1},
            "# Check: nothing is saved for backward, and all is as it was.",
        ),
    },
    "autograd": {
        ("2-reverse-order", "test-trace_backward-leaves_no_trace"): (
            {ZEROS: 1},
            "# Check: the network stays as it was, and a second call answers the same.",
        ),
    },
    "simple-grad": {},
}


@pytest.mark.soak
@pytest.mark.parametrize("assignment", read_assignments())
def test_hollow_answers_get_what_the_notebook_says(assignment, tmp_path, monkeypatch):
    monkeypatch.chdir(copy_course(tmp_path / "course"))
    (tmp_path / "trial").mkdir()
    trial = Trial(*load_course(assignment, []), tmp_path / "trial")
    found = hollow_points(trial, trial.grade("judged", JudgeExecute), workers=2)
    assert found == {key: points for key, (points, _) in PROMISED[assignment].items()}


@pytest.mark.parametrize("assignment", PROMISED)
def test_the_sentences_are_there(assignment):
    for (notebook, cell), (_, sentence) in PROMISED[assignment].items():
        cells = json.loads((SOURCE / assignment / f"{notebook}.ipynb").read_text())["cells"]
        [found] = [c for c in cells if c["metadata"].get("nbgrader", {}).get("grade_id") == cell]
        assert "".join(found["source"]).startswith(sentence)
