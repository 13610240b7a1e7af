"""The advice on a test cell that gives points for a placeholder answer fits the cell."""

import pytest

from nbjudge.adopt.trivial_answers import EMPTY, NAN, ZEROS
from nbjudge.adopt.weak_tests import TOLERANCE, USUAL, VALUES, advice_on, defined_names

SOLUTION = """
def energy(n): return 3.1e-19
def is_even(n): return n % 2 == 0
class Account:
    def balance(self): return 0
total = 3
"""
NAMES = defined_names([SOLUTION])


def test_functions_and_classes_are_defined_names_and_variables_are_not():
    assert NAMES == {"energy", "is_even", "Account", "balance"}


@pytest.mark.parametrize(
    "source",
    [
        "assert is_even(3) == False",
        "assert is_even(3) is False",
        "assert not is_even(3)",
        "assert Account.__name__ == 'Account'",
        "assert hasattr(Account, 'balance')",
        "import inspect\nassert 'for' not in inspect.getsource(energy)",
    ],
)
def test_a_cell_with_a_bool_or_without_a_call_has_no_note(source):
    assert advice_on(source, NAMES, {ZEROS}) is None


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("assert np.isclose(energy(1), 3.1e-19, rtol=1e-3)", "np.isclose"),
        ("from numpy import allclose\nassert allclose(energy(1), 3.1e-19)", "allclose"),
    ],
)
def test_a_tiny_number_needs_atol(source, name):
    assert advice_on(source, NAMES, {ZEROS, NAN}) == TOLERANCE.format(name)
    assert advice_on(source, NAMES, {NAN}) == USUAL


@pytest.mark.parametrize(
    ("kinds", "advice"),
    [
        ({NAN, ZEROS}, VALUES),
        ({EMPTY, NAN, ZEROS}, USUAL),
        ({NAN}, USUAL),
        ({ZEROS}, USUAL),
    ],
)
def test_a_cell_that_takes_any_values_should_compare_them(kinds, advice):
    assert advice_on("assert len(energy(1)) == 2", NAMES, kinds) == advice


@pytest.mark.parametrize(
    "source",
    [
        "assert np.isclose(energy(1), 3.1e-19, atol=0)",
        "assert np.allclose(energy(1), [0, 0], rtol=1e-9)",
        "assert np.isclose(energy(1), 0.0)",
        "import math\nassert math.isclose(energy(1), 3.1e-19)",
        "assert not isinstance(energy(1), str)",
        "assert not abs(energy(1) - 8) > 1e-6",
        "assert total == 0",
        "assert Account().balance() == 0",
        "assert hasattr(Account, 'balance') and energy(1) == 0",
    ],
)
def test_any_other_cell_has_the_usual_advice(source):
    assert advice_on(source, NAMES, {ZEROS}) == USUAL
