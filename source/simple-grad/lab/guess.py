"""Guesses and their answers: `guess` takes guesses, `reveal` compares them with the truth.

A small cell before a **predict** takes the guesses, and the cell after it answers:

    guess(y=True, leaf=...)             # ... means no guess yet
    reveal(y=y.requires_grad, leaf=y.is_leaf)

They earn no points and cost none.
"""

import math
from numbers import Number

_guesses = {}


def guess(**guesses):
    """Remember guesses, by the name of the question.

    Arguments:
        guesses: a number, a word, True, False, None, or a tuple of these for each question; `...`
            for no guess. A later guess replaces an earlier one.

    Returns None.
    """
    _guesses.update(guesses)


def reveal(**truths):
    """Print how many of the guesses are right, and which of them are not.

    A float is right if it is off by 1 % or less. Capital letters do not matter.

    Arguments:
        truths: the true value for each question, by its name.

    Returns None. Questions without a guess count neither as right nor as wrong, and a sentence
    says so.
    """
    guessed = [name for name in truths if _guesses.get(name, ...) is not ...]
    missing = [name for name in truths if name not in guessed]
    wrong = [name for name in guessed if not _same(_guesses[name], truths[name])]
    if guessed:
        surprise = f"; {_listed(wrong)} surprised you" if wrong else ""
        print(f"{len(guessed) - len(wrong)} of {len(guessed)}{surprise}.")
    for name in wrong:
        print(f"  {name}: you said {_plain(_guesses[name])!r}, it is {_plain(truths[name])!r}")
    if missing:
        which = f"for {_listed(missing)}" if guessed else "yet"
        print(f"No guess {which}: replace the ... with one and look again.")


def _same(mine, true):
    """Return whether a guess is right."""
    mine, true = _plain(mine), _plain(true)
    if isinstance(mine, str) and isinstance(true, str):
        return mine.strip().casefold() == true.strip().casefold()
    if isinstance(mine, (tuple, list)) and isinstance(true, (tuple, list)):
        return len(mine) == len(true) and all(map(_same, mine, true))
    if isinstance(mine, float) or isinstance(true, float):
        numbers = isinstance(mine, Number) and isinstance(true, Number)
        return numbers and math.isclose(mine, true, rel_tol=0.01)
    return type(mine) is type(true) and mine == true


def _plain(value):
    """Return the numbers of a tensor or an array as Python's own; anything else as it is."""
    return value.tolist() if hasattr(value, "tolist") else value


def _listed(names):
    """Return names in one phrase: `a`, `a and b`, `a, b and c`."""
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last
