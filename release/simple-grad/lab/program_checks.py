"""What the checks of notebook 5 say of lines, names and programs.

Entry points: `check_needed`, `check_program`, `check_handed`. They look at lists, names and text,
and hold no solution.
"""

import torch

from .show import check


def check_needed(got, given, want, what):
    """Check a list of lines.

    given: the lines that there were; want: the first outputs of those that are needed, as text.
    """
    kinds = {type(one).__name__ for one in got} if isinstance(got, list) else {type(got).__name__}
    check(
        isinstance(got, list) and all(isinstance(one, tuple) for one in got),
        f"{what}: return a list of lines, of those that you were given, not of {', '.join(kinds)}.",
    )
    mine, want = [one[2][0] for one in got], want.split()
    for line in given:
        first = line[2][0]
        check(
            first in mine or first not in want,
            f"{what}: the line {as_text(line)} is missing; it is on a path from an input to an "
            "output.",
        )
        check(
            first not in mine or first in want,
            f"{what}: the line {as_text(line)} is not needed. It does not depend on an input, or "
            "no output depends on it.",
        )
    check(mine == want, f"{what}: the lines should be in the order of the tape, each once.")


def as_text(line):
    """Return a line as text, without its operator."""
    _, inputs, outputs, _ = line
    return f"{', '.join(outputs)} = ({', '.join(inputs)})"


def check_handed(got, lines, forward, want, what, exact=True):
    """Check the names that forward hands over to backward.

    lines, forward: what `cut` was called with.
    want: the right names, as text.
    exact: whether a name too many is a mistake too, if backward can run all the same.
    """
    names = list(got) if isinstance(got, (list, tuple, set, frozenset)) else [got]
    check(
        all(isinstance(name, str) for name in names),
        f"{what}: return a list of names, such as ['a', 'v0']. You have "
        f"{', '.join(sorted({type(name).__name__ for name in names}))}.",
    )
    later = lines[forward:]
    for name in want.split():
        reads = "".join(as_text(line) for line in [one for one in later if name in one[1]][:1])
        check(
            name in names,
            f"{what}: {name} is missing. Behind the cut, the line {reads} reads it.",
        )
    behind = {name for line in later for name in line[2]}
    for name in names:
        check(
            name not in behind,
            f"{what}: {name} is made behind the cut, so forward does not have it.",
        )
    if exact:
        for name in names:
            reason = (
                "is a constant or the upstream gradient, which backward gets anyway"
                if any(name in line[1] for line in later)
                else "is handed over, and no line behind the cut reads it"
            )
            check(name in want.split(), f"{what}: {name} {reason}.")
            check(names.count(name) == 1, f"{what}: {name} is handed over twice.")


def check_program(answer, what, lines=True):
    """Check an answer of `played`: a text, a list of tensors.

    lines: whether to look at the form of the text too.
    """
    text, outputs = answer["text"], answer["outputs"]
    check(
        isinstance(text, str),
        f"{what}: compile_tape should return the text of a function, not a {type(text).__name__}.",
    )
    if lines:
        rows = [row for row in text.splitlines() if row.strip()]
        count = answer["lines"] + 2
        check(
            len(rows) == count and rows[0].startswith("def program("),
            f"{what}: there should be a line for each line of the tape, between `def program(...):`"
            f" and `return`. That is {count}; the text has {len(rows)}.",
        )
    # Brackets that are forgotten make a tuple. That belongs to the form, and costs no numbers.
    kinds = list if lines else (list, tuple)
    check(
        isinstance(outputs, kinds) and all(isinstance(one, torch.Tensor) for one in outputs),
        f"{what}: the program should return a list with a tensor for each output.",
    )
