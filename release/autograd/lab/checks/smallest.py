"""Search the smallest case on which a learner's function is wrong.

Entry point: `search`. Modules of single tasks, such as `small_runs.py`, hold the cases.

A function that hangs is stopped after a number of lines, not after a time, so that what is printed
never differs from run to run, and on any system.
"""

import contextlib
import inspect
import io
import os
import sys

from ..show import NOT_WRITTEN

LONGEST = 20_000  # lines that a function may run for one small case
FIRST_LETTERS = 200  # of the message of an error


class TooLong(BaseException):
    """Raised in a function that has run LONGEST lines; `except Exception` lets it pass."""


def search(name, answer, cases, title, mistake, not_tried):
    """Print a sentence on the first case on which an answer is wrong.

    Nothing is searched while a notebook is graded or validated.

    Arguments:
        name: the name of the learner's function, as a str.
        answer: the function.
        cases: a list of cases, the smallest first.
        title: a function of a case that returns its words, as the beginning of a sentence.
        mistake: a function of the answer and a case that returns a sentence on what is wrong, or
            None. It is called where an error, or a loop without end, of the answer is caught.
        not_tried: a sentence on what was not tried, for an answer that is right on all cases.

    Returns the case, or None if none is wrong, or if nothing was searched.
    """
    if os.environ.get("NBGRADER_EXECUTION") in ("autograde", "validate"):
        print("The smallest case is not searched while a notebook is graded or validated.")
        return None
    for number, case in enumerate(cases, 1):
        try:
            with limited(answer), contextlib.redirect_stdout(io.StringIO()):
                sentence = mistake(answer, case)
        except TooLong:
            sentence = f"{title(case)}: {name} ran {LONGEST:,} lines and did not end."
        except Exception as error:
            if str(error).startswith(NOT_WRITTEN):
                print(f"{name} is not written yet.")
                return None
            message = " ".join(str(error).split())[:FIRST_LETTERS]
            sentence = f"{title(case)}: {type(error).__name__}: {message}"
        if sentence:
            print(f"The smallest case on which {name} is wrong, number {number} of {len(cases):,}:")
            print(sentence)
            return case
    print(f"{name} is right on all {len(cases):,} cases. {not_tried}")
    return None


@contextlib.contextmanager
def limited(function):
    """Stop a function inside the `with` block after LONGEST lines of its notebook.

    Raises TooLong.
    """
    space = getattr(inspect.unwrap(function), "__globals__", None)
    lines = 0

    def count(frame, event, _):
        nonlocal lines
        if event == "line":
            lines += 1
            if lines > LONGEST:
                raise TooLong
        return count

    def enter(frame, event, _):
        return count if frame.f_globals is space else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        yield
    finally:
        sys.settrace(before)
