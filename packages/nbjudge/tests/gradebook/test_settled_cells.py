"""Which of a person's points hold after a notebook is graded again, by its records alone.

tests/grading/test_points_by_hand.py has whole classes.
"""

import pytest

from nbjudge.gradebook.answers import Answers
from nbjudge.gradebook.record import NotebookRecord
from nbjudge.gradebook.stored_results import GradedNotebook, InGradebook, settled_cells

FILES = "digest of the files"
SCORES = "digest of the scores"


def graded(record, answer):
    answers = Answers({"essay": answer}, frozenset())
    return GradedNotebook(None, record, answers, {"essay": None})


@pytest.mark.parametrize(
    ("scores", "settled"), [(SCORES, {"essay"}), (None, set())], ids=["by nbjudge", "a student's"]
)
def test_only_a_record_of_nbjudge_says_that_the_files_are_the_same(scores, settled):
    """`nbgrader autograde` copies a file nbjudge.json of the submission if the course lets it."""
    before = graded(NotebookRecord(submitted=FILES, scores=scores), "an old answer")
    after = graded(NotebookRecord(submitted=FILES, scores=SCORES), "a new answer")
    in_gradebook = InGradebook(SCORES, None, FILES)
    assert settled_cells(before, after, in_gradebook) == settled


def test_the_same_answer_is_settled_without_a_record():
    before = graded(NotebookRecord(), "the answer")
    after = graded(NotebookRecord(submitted=FILES, scores=SCORES), "the answer")
    assert settled_cells(before, after, InGradebook(SCORES, None, None)) == {"essay"}
