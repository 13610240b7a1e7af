"""The tables with which the report compares students hold the wrong answers of the answer bank."""

import re

import pytest
from answer_bank import ANSWERS, load_cases
from course import deleted
from misconceptions import match, read_known_answers

CASES = load_cases()
TABLES = {path.stem: path for path in ANSWERS.glob("*.csv")}
REGENERATE = "python tools/grading/known_answers.py writes the table anew"


def test_the_lab_has_a_table():
    assert "autograd" in TABLES


@pytest.mark.parametrize("assignment", TABLES)
def test_the_table_holds_each_wrong_answer_with_its_description(assignment):
    known = {
        answer.name: answer.description
        for answer in read_known_answers(TABLES[assignment])
        if answer.name.split("/")[0] not in deleted()
    }
    wrong = [case for case in CASES if case.assignment == assignment and not case.is_right]
    own = {case.name.partition("/")[2]: case.description for case in wrong}
    assert known.items() <= own.items(), REGENERATE
    # A few answers hear only that a name or a part is missing, which says nothing of their mistake.
    assert len(known) >= 0.9 * len(own), REGENERATE


@pytest.mark.parametrize("assignment", TABLES)
def test_each_known_answer_is_found_again(assignment):
    known = read_known_answers(TABLES[assignment])
    for answer in known:
        assert [answer in group for group in match(answer.heard, known)] == [True], answer.name


@pytest.mark.parametrize("assignment", TABLES)
def test_the_table_says_what_the_answers_are_to_hear(assignment):
    known = {answer.name: answer for answer in read_known_answers(TABLES[assignment])}
    for case in CASES:
        answer = known.get(case.name.partition("/")[2])
        if case.assignment == assignment and case.hears and answer:
            # A table has a ' before what a spreadsheet program would run as a formula.
            said = " ".join(text for *_, text in answer.heard).replace("'", "")
            assert case.hears.replace("'", "") in said, f"{case.name}: {REGENERATE}"


@pytest.mark.parametrize("assignment", ["autograd", "primer"])
def test_no_sentence_has_two_colons(assignment):
    """A case, a colon and a sentence: a second colon makes it hard to read, but for `expected`."""
    parts = re.compile(r"Other diagnoses: ")  # the name of an award, which nbjudge puts before it
    for answer in read_known_answers(TABLES[assignment]):
        for _, cell, text in answer.heard:
            own = not re.match(r"'?[A-Z]\w*(Error|Exception): ", text)  # Python's own words
            text = parts.sub("", text).replace(": expected ", " expected ")
            sentences = re.split(r"(?<=[.?]) ", text)
            colons = max(sentence.count(": ") for sentence in sentences)
            assert not (own and colons > 1), f"{answer.name} {cell}: {text}"
