"""A test cell that ends in a value that is no score of it costs the other test cells nothing."""

import json

import pytest
from nbformat import from_dict
from nbgrader.api import Gradebook
from nbgrader.utils import determine_grade

from nbjudge.gradebook.impossible_scores import refuse_impossible_score
from nbjudge_testing.commands import run_nbjudge
from nbjudge_testing.courses import cell as course_cell
from nbjudge_testing.tiny_course import NOTEBOOK, TINY, make_course, submission, submit

HELPER = "test-double-helper"
# The value is the submission's: its number would be the score, of 1 point.
# The first test cell cannot compare what it gets; the second gets a number above its point.
UNDECIDED_FIRST = "7 if calls.append(x) or len(calls) > 1 else Same()"
BEFORE = """\
calls = []


class Same:
    def __eq__(self, other):
        return True


"""
ENDS_IN_A_VALUE = "### BEGIN HIDDEN TESTS\ndouble(1)\n### END HIDDEN TESTS\n"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A graded course: of test cells with 2, 1 and 3 points, the second ends in `double(1)`."""

    def change(source):
        return ENDS_IN_A_VALUE if "hidden part of the cell above" in source else source

    course = make_course(tmp_path_factory.mktemp("scores") / "course", change=change)
    answers = {"above": "2 * x", "within": "2 * x if x != 1 else 0.5", "both": UNDECIDED_FIRST}
    for student, answer in answers.items():
        submit(course, student, submission(course, f"{BEFORE}def double(x):\n    return {answer}"))
    assert run_nbjudge(course, "grade", TINY).returncode == 3
    return course


def points(course, student):
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        notebook = gradebook.find_submission_notebook(NOTEBOOK, TINY, student)
        return {grade.name: grade.auto_score for grade in notebook.grades}


def test_the_other_test_cells_count(course):
    scores = points(course, "above")
    assert (scores["test-double-values"], scores[HELPER], scores["test-double-awards"]) == (2, 0, 3)
    assert points(course, "within")[HELPER] == 0.5


def test_the_cell_is_named_for_the_person_who_must_look_at_it(course):
    record = json.loads((course / "autograded" / "above" / TINY / "nbjudge.json").read_text())
    assert record["status"] == "needs-attention"
    (reason,) = record["reasons"]
    assert f"the test cell {HELPER} ends in a value" in reason and "from 0 to 1 points" in reason


def test_an_undecided_test_cell_hides_no_impossible_score(course):
    assert points(course, "both")[HELPER] == 0
    record = json.loads((course / "autograded" / "both" / TINY / "nbjudge.json").read_text())
    (reason,) = record["reasons"]
    assert "could not check an answer" in reason
    assert f"the test cell {HELPER} ends in a value" in reason


OUTPUTS = {
    "more than its points": ({"text/plain": "3.5"}, False),
    "more digits than a number may have": ({"text/plain": "9" * 400}, False),
    "without a text": ({"text/html": "<b>3</b>", "text/plain": ""}, False),
    "all its points": ({"text/plain": "2"}, True),
    "no number": ({"text/plain": "[1, 2]"}, True),
}


@pytest.mark.parametrize(("data", "scored"), OUTPUTS.values(), ids=OUTPUTS)
def test_a_result_is_refused_if_and_only_if_nbgrader_cannot_score_it(data, scored):
    cell = course_cell("test-f", "f()", points=2, grade=True, locked=True)
    printed = {"output_type": "stream", "name": "stdout", "text": "so far"}
    result = {"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": 1}
    cell.outputs = [from_dict(printed), from_dict(result)]
    refused = refuse_impossible_score(cell)
    assert (refused is None) is scored
    score, _ = determine_grade(cell)
    assert score == (2 if scored else 0)
    assert cell.outputs[0].text == "so far"
