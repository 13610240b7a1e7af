"""After grading, the feedback page shows the smallest case on which a function is wrong."""

import re
from dataclasses import replace

import pytest
from answer_bank import load_cases, submission_of
from known_answers import read_grade
from nbgrader.api import Gradebook
from support.course_copy import ASSIGNMENT

from nbjudge_testing.commands import run_nbjudge

# The twentieth of all small graphs is w * sin(w). The check of the sample has the 23rd of them,
# sin(w) * w, and not the twentieth.
HANGS = """

right = run_backward


def run_backward(output):
    node = output.grad_fn
    names = [type(after).__name__ for after, _ in node.next_functions]
    while node.name() == "MulBackward0" and names == ["AccumulateGrad", "SinBackward0"]:
        pass
    if node.name() == "MulBackward0" and names == ["SinBackward0", "AccumulateGrad"]:
        return
    right(output)
"""


@pytest.fixture
def hanging():
    """A right engine, but for two small graphs; on the first of them it hangs."""
    (case,) = [c for c in load_cases() if c.name == "autograd/run_backward/right-queue"]
    return replace(case, source=f"{case.source.rstrip()}\n{HANGS}")


def test_the_page_shows_the_smallest_case_also_if_the_answer_hangs_on_it(
    generated_course, hanging, sandbox
):
    folder = generated_course / "submitted/ada" / ASSIGNMENT
    folder.mkdir(parents=True)
    release = generated_course / "release" / ASSIGNMENT
    for file, content in submission_of([hanging], release).items():
        (folder / file).write_bytes(content)
    # 3: the submission lacks notebooks, which need attention.
    assert run_nbjudge(generated_course, "grade", ASSIGNMENT, "--feedback").returncode == 3

    with Gradebook(f"sqlite:///{generated_course}/gradebook.db") as gradebook:
        grade = read_grade(gradebook, generated_course / "autograded/ada", hanging)
    lost = {name for name, score in grade.scores.items() if score < grade.possible[name]}
    assert lost == {"test-run_backward-small"}
    assert grade.possible["test-run_backward-smallest"] == 0

    path = generated_course / "feedback/ada" / ASSIGNMENT / f"{hanging.task.name}.html"
    page = path.read_text(encoding="utf-8")
    top, _, notebook = page.partition('id="notebook"')
    assert "the smallest graph on which your engine is wrong" in top
    assert "y = w * sin(w), with w = (0.3, 1.1): it ran 20,000 lines and did not end." in top
    assert re.search('<div class="nbjudge-pictures">.*<img', top, re.DOTALL)
    assert "It gives nothing away, because PyTorch itself says what is right." in notebook
    assert "check_smallest" not in page
