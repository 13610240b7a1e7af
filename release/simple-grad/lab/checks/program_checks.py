"""Checks of notebook 5: of entries, names and programs.

Entry points: `check_needed`, `check_program`, `check_handed`. They look at lists, names and text,
and hold no solution.
"""

import torch

from ..show import check
from ..wording import expected, kind_returned


def check_needed(got, given, want, what):
    """Check a list of entries.

    given: the entries that there were; want: the first outputs of those that are needed, as text.
    """
    sentence = expected(what, "a list of entries", list_of_kinds(got))
    check(
        isinstance(got, list) and all(isinstance(one, tuple) for one in got),
        f"{sentence} Return some of the entries that you were given.",
    )
    mine, want = [one[2][0] for one in got], want.split()
    for entry in given:
        first = entry[2][0]
        check(
            first in mine or first not in want,
            f"{what}: the entry {as_text(entry)} is missing; it is on a path from an input to an "
            "output.",
        )
        check(
            first not in mine or first in want,
            f"{what}: the entry {as_text(entry)} is not needed. It does not depend on an input, or "
            "no output depends on it.",
        )
    check(mine == want, f"{what}: the entries should be in the order of the tape, each once.")


def list_of_kinds(value):
    """Return the kind of a value; for a list, what kinds of values it holds."""
    if not isinstance(value, list):
        return kind_returned(value)
    kinds = sorted({type(one).__name__ for one in value})
    return f"a list with values of type {', '.join(kinds)}" if kinds else "an empty list"


def as_text(entry):
    """Return an entry as text, without its operator."""
    _, inputs, outputs, _ = entry
    return f"{', '.join(outputs)} = ({', '.join(inputs)})"


def check_handed(got, entries, forward, want, what, exact=True):
    """Check the names that forward hands over to backward.

    entries, forward: what `cut` was called with.
    want: the right names, as text.
    exact: whether a name too many is a mistake too, if backward can run all the same.
    """
    # The order of a set of text, and of a list that was made of it, changes from run to run.
    several = isinstance(got, (list, tuple, set, frozenset))
    names = sorted(got, key=str) if several else [got]
    returned = list_of_kinds(names) if several else kind_returned(got)
    sentence = expected(what, "a list of names such as ['a', 'v0']", returned)
    check(all(isinstance(name, str) for name in names), sentence)
    later = entries[forward:]
    for name in want.split():
        reads = "".join(as_text(entry) for entry in [one for one in later if name in one[1]][:1])
        check(
            name in names,
            f"{what}: {name} is missing. Behind the cut, the entry {reads} reads it.",
        )
    behind = {name for entry in later for name in entry[2]}
    for name in names:
        check(
            name not in behind,
            f"{what}: {name} is made behind the cut, so forward does not have it.",
        )
    if exact:
        for name in names:
            reason = (
                "is a constant or the upstream gradient, which backward has anyway"
                if any(name in entry[1] for entry in later)
                else "is handed over, and no entry behind the cut reads it"
            )
            check(name in want.split(), f"{what}: {name} {reason}.")
            check(names.count(name) == 1, f"{what}: {name} is handed over twice.")


def check_program(outcome, what, form=True):
    """Check a result of `run_compiled`: a text, a list of tensors.

    form: whether to check the form of the text too.
    """
    text, outputs = outcome["text"], outcome["outputs"]
    sentence = expected(f"{what}: compile_tape", "the text of a function", kind_returned(text))
    check(isinstance(text, str), sentence)
    if form:
        rows = [row for row in text.splitlines() if row.strip()]
        count = outcome["entries"] + 2
        sentence = expected(f"{what}: number of lines in the text", count, len(rows))
        lines = "There is a line for each entry, between `def program(...):` and `return`."
        check(len(rows) == count, f"{sentence} {lines}")
        begins = rows[0].startswith("def program(")
        check(begins, f"{what}: the text should begin with `def program(...):`.")
    if isinstance(outputs, (list, tuple)):
        place = f"{what}: number of values that the program returns"
        sentence = expected(place, outcome["results"], len(outputs))
        check(len(outputs) == outcome["results"], f"{sentence} There is one for each of `outputs`.")
    # Brackets that are forgotten make a tuple. That belongs to the form, and costs no numbers.
    kinds = list if form else (list, tuple)
    check(
        isinstance(outputs, kinds) and all(isinstance(one, torch.Tensor) for one in outputs),
        f"{what}: the program should return a list with a tensor for each output.",
    )
