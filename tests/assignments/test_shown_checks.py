"""A slip is noticed in the sitting in which it is made: by a check that is shown.

Each wrong answer of the answer bank meets the shown part of the checks of its task, and the search
for the smallest wrong case if there is one, in a notebook where everything else is right. Oracle:
an error in one of these cells.
"""

import json
import subprocess
import sys
from collections.abc import Iterable
from functools import cache

import pytest
from answer_bank import Case, load_cases
from support.paths import ROOT

CASES = load_cases()


@cache
def errors_of(assignment: str, *functions: str) -> dict[str, list[str]]:
    """Return the errors of the shown checks of each answer to these functions."""
    script = ROOT / "tests/support/shown_checks.py"
    command = [sys.executable, "-W", "ignore", str(script), assignment, *functions]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=ROOT)
    return json.loads(done.stdout)


def functions_of(assignment: str) -> list[str]:
    """Return the functions of an assignment that have answers in the bank."""
    return list(dict.fromkeys(case.function for case in CASES if case.assignment == assignment))


def slips(assignment: str, functions: Iterable[str]) -> dict[str, tuple[list[Case], list[str]]]:
    """Return the wrong answers to each function, and the names of those that pass all of them."""
    errors = errors_of(assignment, *functions)
    wrong = [case for case in CASES if case.assignment == assignment and not case.is_right]
    by_function = {name: [case for case in wrong if case.function == name] for name in functions}
    return {
        name: (cases, [case.name for case in cases if not errors[case.name]])
        for name, cases in by_function.items()
    }


def test_all_slips_in_add_and_jvp_are_noticed():
    for wrong, passing in slips("simple-grad", ["add", "jvp"]).values():
        assert wrong and passing == []


def test_a_jacobian_that_fails_on_a_case_of_the_text_is_noticed():
    [(wrong, passing)] = slips("primer", ["jacobian"]).values()
    for name in ("all-rows-at-once", "squeezed", "unused-is-an-error"):
        case = f"primer/jacobian/wrong-{name}"
        assert case in {each.name for each in wrong}
        assert case not in passing


@pytest.mark.soak
def test_each_task_of_simple_grad_shows_a_check_that_notices_a_slip():
    for function, (wrong, passing) in slips("simple-grad", functions_of("simple-grad")).items():
        assert len(passing) < len(wrong), function


@pytest.mark.soak
def test_most_slips_in_simple_grad_are_noticed():
    by_function = slips("simple-grad", functions_of("simple-grad")).values()
    wrong = [case for cases, _ in by_function for case in cases]
    passing = [name for _, names in by_function for name in names]
    assert len(passing) <= len(wrong) / 12, passing


@pytest.mark.soak
def test_right_answers_to_simple_grad_pass_what_is_shown():
    errors = errors_of("simple-grad", *functions_of("simple-grad"))
    right = [case for case in CASES if case.assignment == "simple-grad" and case.is_right]
    assert right and {case.name: errors[case.name] for case in right if errors[case.name]} == {}
