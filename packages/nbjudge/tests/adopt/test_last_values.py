"""A test cell that ends in a number of the submission's is known before the class is graded."""

import pytest

from nbjudge.adopt.last_values import ends_in_a_value

SUBMISSION = {"add", "answer", "Stack"}
CHOSEN = [
    "answer",
    "add(1, 2)",
    "add(1, 2) / 2 + 1",
    "-answer",
    "Stack().size",
    "answer[0]",
    "import math\ntotal = add(1, 2)\ntotal",
    "total = add(1, 2)\nhalf = total / 2\nround(half)",
    "await answer()",
    "max(answer, 0)",
    "answer if add(1, 2) == 3 else 0",
    "answer or 0",
    "add(1, 2) == 3 and answer",
    "len(answer)",
    "score = 0\nscore += add(1, 2)\nscore",
    "score: float = answer\nscore",
    "(score := add(1, 2))",
    "score = 0\nif (total := answer) > 2:\n    score = total\nscore",
    "for value in answer:\n    pass\nvalue",
]
OWN = [
    "assert add(1, 2) == 3",
    "add(1, 2);",
    "add(1, 2) == 3",
    "(add(1, 2) == 3) * 2",
    "sum(add(x, 1) == x + 1 for x in range(3))",
    "score = 0\nif add(1, 2) == 3:\n    score = 2\nscore",
    "total = add(1, 2)\ntotal = 2.0\ntotal",
    "awards = Awards(of=3)\nif answer == 3:\n    awards.give('a', 3)\nawards",
    "not answer",
    "answer = 3\nanswer",
    "answer: int = 3\nanswer",
    "score = 0\nfor x in range(3):\n    score += add(x, 1) == x + 1\nscore",
    "for answer in range(3):\n    pass\nanswer",
    "add(1, 2) == 3 and 2",
    "score: int\nscore = 2\nscore",
    "2 if answer == 3 else 0",
    "def",
    "",
]


@pytest.mark.parametrize("source", CHOSEN)
def test_a_value_that_the_submission_chooses(source):
    assert ends_in_a_value(source, SUBMISSION)


@pytest.mark.parametrize("source", OWN)
def test_a_value_of_the_test_cell(source):
    assert not ends_in_a_value(source, SUBMISSION)
