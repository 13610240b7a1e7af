"""What nbjudge adds to nbisolate: the environment of a notebook, and sentences for instructors."""

import pytest

import nbisolate
from nbjudge.errors import SandboxError, page
from nbjudge.runner import for_instructors
from nbjudge_testing.grading_course import grade, hand_in, make_course, scores_of

ANSWER = """\
import os

def add(x, y):
    return x + y if os.environ.get("NBGRADER_EXECUTION") == "autograde" else 0
"""


def test_a_graded_notebook_runs_as_nbgrader_autogrades(tmp_path):
    course = make_course(tmp_path / "course")
    hand_in(course, "amy", {"add": ANSWER})
    grade(course)
    assert scores_of(course, "amy")["test-add-small"] == 2


SENTENCES = {
    "a program is missing": (
        nbisolate.MissingProgramError("bubblewrap is not installed"),
        "Cannot grade: bubblewrap is not installed, or set JudgeExecute.sandbox = False if you "
        "trust every submission.",
    ),
    "Linux refuses": (
        nbisolate.RefusedNamespacesError("bubblewrap could not create a sandbox (why)"),
        "Cannot grade: bubblewrap could not create a sandbox (why). 'Where it runs' in "
        f"{page('use-nbjudge.md')} shows how to allow it on Ubuntu, WSL and in a container. "
        "JudgeExecute.sandbox = False is only for submissions that you trust.",
    ),
    "anything else": (
        nbisolate.SandboxError("the processes of a notebook did not start"),
        "Cannot grade: the processes of a notebook did not start.",
    ),
}


@pytest.mark.parametrize(("error", "sentence"), SENTENCES.values(), ids=SENTENCES)
def test_an_error_of_a_sandbox_becomes_a_sentence_for_instructors(error, sentence):
    with pytest.raises(SandboxError) as raised, for_instructors():
        raise error
    assert str(raised.value) == sentence
    assert raised.value.__cause__ is error


def test_other_errors_are_left_as_they_are():
    with pytest.raises(ZeroDivisionError), for_instructors():
        raise ZeroDivisionError
