"""Search the smallest case on which a learner's function is wrong.

Entry points: `search` in a notebook; `first_wrong` when work is graded, called where the answer
runs. Modules of single tasks, such as `small_runs.py`, hold the cases.

A function that hangs is stopped after a number of lines, not after a time, so that what is printed
never differs from run to run, and on any system.
"""

import contextlib
import inspect
import io
import os
import sys

from ..show import NOT_WRITTEN, CheckFailed

LONGEST = 20_000  # lines that a function may run for one small case
FIRST_LETTERS = 200  # of the message of an error


class TooLong(BaseException):
    """Raised in a function that has run LONGEST lines; `except Exception` lets it pass."""


def search(name, answer, cases, watch, mistake, not_tried):
    """Print a sentence on the first case on which an answer is wrong.

    Nothing is searched while a notebook is graded or validated.

    Arguments:
        name: the name of the learner's function, as a str.
        answer: the function.
        cases: a list of cases, the smallest first.
        watch, mistake: as in `first_wrong`.
        not_tried: a sentence on what was not tried, for an answer that is right on all cases.

    Returns the case and its record, or None if none is wrong, or if nothing was searched.
    """
    if os.environ.get("NBGRADER_EXECUTION") in ("autograde", "validate"):
        print("The smallest case is not searched while a notebook is graded or validated.")
        return None
    try:
        wrong = first_wrong(answer, cases, watch, mistake)
    except NotImplementedError:
        print(f"{name} is not written yet.")
        return None
    if wrong is None:
        print(f"{name} is right on all {len(cases):,} cases. {not_tried}")
        return None
    number, record = wrong
    print(f"The smallest case on which {name} is wrong, number {number + 1} of {len(cases):,}:")
    print(mistake(cases[number], record))
    return cases[number], record


def first_wrong(answer, cases, watch, mistake):
    """Return the number of the first case on which an answer is wrong, and its record, or None.

    Arguments:
        answer: the learner's function.
        cases: a list of cases, the smallest first.
        watch: a function of the answer and a case that returns a record, as plain data.
        mistake: a function of a case and a record that returns a sentence on what is wrong, or
            None. Instead of a record, it may get a str on an error, or on a loop without end.

    Raises NotImplementedError if the function is not written yet.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    for number, case in enumerate(cases):
        try:
            with limited(answer):
                record = watched(answer, case, watch)
        except TooLong:
            record = f"it ran {LONGEST:,} lines and did not end."
        if mistake(case, record):
            return number, record
    return None


def watched(answer, case, watch):
    """Return `watch(answer, case)`, or a str on an error if there is one.

    Raises NotImplementedError if the function is not written yet.
    """
    __tracebackhide__ = True
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return watch(answer, case)
    except CheckFailed as failed:
        return str(failed)
    except Exception as error:
        if str(error).startswith(NOT_WRITTEN):
            raise
        message = " ".join(str(error).split())[:FIRST_LETTERS]
        return f"it raises {type(error).__name__}. {message}".rstrip()


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
