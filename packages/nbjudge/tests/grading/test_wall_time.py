"""A slow honest notebook may take its whole time limit in each of its runs."""

import contextlib

import nbformat
import pytest
from nbgrader.api import Gradebook
from nbgrader.converters import Autograde

from nbjudge.commands.course import load_course
from nbjudge.gradebook.definition import read_definition
from nbjudge.grading import worker
from nbjudge.grading.inputs import make_inputs
from nbjudge.grading.jobs import GradingJob
from nbjudge.runner import forkserver_for
from nbjudge.tags import AFTER_DUE_DATE, IN_PROCESS
from nbjudge_testing import courses

NOTEBOOK_SECONDS = 10
# Within the limit of one run, but four runs exceed the limit of two, and two that of one.
SECONDS_OF_A_RUN = 6
SLACK = 0.4
SLOW = f"import time\n\ntime.sleep({SECONDS_OF_A_RUN})\n\ndef letter():\n    return 'q'"
CONFIG = """
c.JudgeExecute.sandbox = False
c.JudgeExecute.cell_seconds = {seconds}
c.JudgeExecute.notebook_seconds = {seconds}
"""


@pytest.mark.parametrize(
    ("tags_of_one", "tags_of_another"),
    [([IN_PROCESS], []), ([IN_PROCESS], [AFTER_DUE_DATE, IN_PROCESS])],
    ids=["two runs", "four runs"],
)
def test_each_run_may_take_the_limit_of_a_notebook(
    tmp_path, monkeypatch, tags_of_one, tags_of_another
):
    test = {"grade": True, "locked": True, "points": 1}
    notebook = courses.notebook(
        [
            courses.cell("letter", "def letter():\n    ...", solution=True),
            courses.cell("test-letter", "assert letter() == 'q'", **test),
            courses.cell("test-length", "assert len(letter()) == 1", **test),
        ]
    )
    notebook.cells[1].metadata.tags = tags_of_one
    notebook.cells[2].metadata.tags = tags_of_another
    root = tmp_path / "course"
    config = courses.JUDGE_CONFIG.format(root=str(root), add_missing=True, memory=500)
    config += CONFIG.format(seconds=NOTEBOOK_SECONDS)
    course = courses.make_course(root, "ps", {"slow": notebook}, config)
    notebook.cells[0].source = SLOW
    monkeypatch.setattr(worker, "RUN_SLACK", SLACK)
    files = {"slow.ipynb": nbformat.writes(notebook).encode()}
    inputs = inputs_of(course, monkeypatch)
    with contextlib.closing(forkserver_for(())):
        result = worker.grade_submission(inputs, GradingJob("ada", files, {}, 0.0, {}))
    graded = result.notebooks["slow"]
    assert graded.record.reason is None
    assert graded.scores.score == 2


def inputs_of(course, monkeypatch):
    """Return what all submissions to the assignment of a course have in common."""
    monkeypatch.chdir(course)
    coursedir, config = load_course("ps", [])
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        definition = read_definition(gradebook, "ps", course / "source" / "ps")
    return make_inputs(Autograde(coursedir=coursedir, config=config), definition)
