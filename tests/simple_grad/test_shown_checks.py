"""A slip is noticed in the sitting in which it is made: by a check that is shown.

Each wrong answer of the answer bank meets the shown part of the checks of its task, in a notebook
where everything else is right. Oracle: an error in one of these cells.
"""

import json
import subprocess
import sys
from collections.abc import Iterable
from functools import cache

import pytest
from answer_bank import Case, load_cases
from support.paths import ROOT

CASES = [case for case in load_cases() if case.assignment == "simple-grad"]


@cache
def errors_of(*functions: str) -> dict[str, list[str]]:
    """Return the errors of the shown checks of each answer to these functions."""
    script = ROOT / "tests/support/shown_checks.py"
    done = subprocess.run(
        [sys.executable, str(script), *functions], stdout=subprocess.PIPE, check=True, cwd=ROOT
    )
    return json.loads(done.stdout)


def slips(functions: Iterable[str]) -> dict[str, tuple[list[Case], list[str]]]:
    """Return the wrong answers to each function, and the names of those that pass all of them."""
    errors = errors_of(*functions)
    wrong = [case for case in CASES if not case.is_right]
    by_function = {name: [case for case in wrong if case.function == name] for name in functions}
    return {
        name: (cases, [case.name for case in cases if not errors[case.name]])
        for name, cases in by_function.items()
    }


def test_all_slips_in_add_and_jvp_are_noticed():
    for wrong, passing in slips(["add", "jvp"]).values():
        assert wrong and passing == []


@pytest.mark.soak
def test_each_task_shows_a_check_that_notices_a_slip():
    for function, (wrong, passing) in slips(dict.fromkeys(case.function for case in CASES)).items():
        assert len(passing) < len(wrong), function


@pytest.mark.soak
def test_most_slips_are_noticed():
    by_function = slips(dict.fromkeys(case.function for case in CASES)).values()
    wrong = [case for cases, _ in by_function for case in cases]
    passing = [name for _, names in by_function for name in names]
    assert len(passing) <= len(wrong) / 12, passing


@pytest.mark.soak
def test_right_answers_pass_what_is_shown():
    errors = errors_of(*dict.fromkeys(case.function for case in CASES))
    right = [case for case in CASES if case.is_right]
    assert right and {case.name: errors[case.name] for case in right if errors[case.name]} == {}
