"""A slip is heard in the sitting in which it is made: by a check that is shown.

Each wrong answer of the corpus meets the shown part of the checks of its task, in a notebook where
everything else is right. Oracle: an error in one of these cells.
"""

import contextlib
import io
import json
import os
import re
from functools import cache

import pytest
from corpus import Case, load_cases
from mutants.judge import in_fork
from places import ROOT

FOLDER = ROOT / "source/simple-grad"
HIDDEN = re.compile(r"^### BEGIN HIDDEN TESTS\n.*?^### END HIDDEN TESTS\n?", re.M | re.S)
CASES = [case for case in load_cases() if case.assignment == "simple-grad"]
# How many of the wrong answers may pass all shown checks of their task; of others, at most half.
MOST = {"add": 0, "jvp": 0, "grad": 1 / 4}
ALL = 1 / 5


@cache
def cells_of(notebook: str) -> list[tuple[str, dict, str]]:
    """Return name, nbgrader's data and shown text of the code cells of a notebook."""
    cells = json.loads((FOLDER / f"{notebook}.ipynb").read_text())["cells"]
    return [
        (cell["id"], cell["metadata"].get("nbgrader", {}), HIDDEN.sub("", "".join(cell["source"])))
        for cell in cells
        if cell["cell_type"] == "code"
    ]


def heard(case: Case) -> list[str]:
    """Return the errors of the shown checks of an answer."""

    def run() -> list[str]:
        os.chdir(FOLDER)
        import sys

        sys.path.insert(0, str(FOLDER))
        names, errors = {"__name__": "__main__"}, []
        with contextlib.redirect_stdout(io.StringIO()):
            for name, about, text in cells_of(case.task.name):
                if name == "imports" or name.endswith("-tools"):
                    exec(text, names)
                elif about.get("solution"):
                    own = case.source if name == case.function else text
                    with contextlib.suppress(Exception):
                        exec(own, names)
                        names["install"](names[name])
                elif name.startswith(f"test-{case.function}-"):
                    try:
                        exec(text, names)
                    except Exception as error:
                        errors.append(f"{name}: {type(error).__name__}: {error}")
        return errors

    errors = in_fork(run)
    return ["took too long"] if errors is None else errors


def slips(function: str) -> tuple[list[Case], list[str]]:
    """Return the wrong answers to a function, and the names of those that pass its shown checks."""
    wrong = [case for case in CASES if case.function == function and not case.is_right]
    return wrong, [case.name for case in wrong if not heard(case)]


@pytest.mark.parametrize("function", MOST)
def test_likely_slips_are_heard(function):
    wrong, passing = slips(function)
    assert len(wrong) >= 10
    assert len(passing) <= MOST[function] * len(wrong), passing


@pytest.mark.soak
def test_of_all_wrong_answers_at_most_one_in_five_passes_what_is_shown():
    functions = dict.fromkeys(case.function for case in CASES)
    found = {function: slips(function) for function in functions}
    for function, (wrong, passing) in found.items():
        assert len(passing) <= MOST.get(function, 1 / 2) * len(wrong), passing
    passing = [name for _, names in found.values() for name in names]
    assert len(passing) <= ALL * sum(len(wrong) for wrong, _ in found.values()), passing


@pytest.mark.soak
def test_right_answers_pass_what_is_shown():
    right = [case for case in CASES if case.is_right]
    assert right and {case.name: errors for case in right if (errors := heard(case))} == {}
