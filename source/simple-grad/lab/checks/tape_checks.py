"""Checks of a tape, and of the backward pass over it.

Entry points: `check_run`, `check_order`, `check_kept`, `check_again`, `check_none`, `check_there`,
`check_recorded`, `check_outputs`, `check_backward_entries`. They look at the plain data that
`watched_run` returns, and hold no solution.
"""

from ..show import check
from ..wording import expected
from .gradient_checks import check_gradients
from .reference import equal


def check_run(outcome, want, values, what):
    """Compare gradients with torch's; if they differ, check the traversal.

    outcome: a result of `watched_run`.
    want, values, what: as for `check_gradients`.
    """
    pairs = [(outcome["grads"].get(name), right) for name, right in want.items()]
    wrong = [right.any() if mine is None else not equal(mine, right) for mine, right in pairs]
    if any(wrong):
        check_traversal(outcome, what)
    check_gradients(outcome["grads"], want, values, what)


def check_traversal(outcome, what):
    """Check of a result of `watched_run` that it reached the entries that receive a gradient."""
    entries, called = outcome["tape"], {number for number, _, _ in outcome["calls"][0]}
    made_loss = [entry for entry in entries if outcome["loss"] in entry[2]]
    check(
        called or not made_loss,
        f"{what}: grad called no entry's propagate, though `{as_text(made_loss)}` made the loss. "
        "What does your table hold before the first entry, and under which key: a name? Do you "
        "begin at the last entry?",
    )
    for number, (operator, _, outputs) in enumerate(entries):
        got = [name for name in outputs if name in outcome["arrived"]]
        if got and number not in called:
            others = dict.fromkeys(f"`{entries[n][0]}`" for n in sorted(called) if n < len(entries))
            missed = f"{', '.join(others)} and never `{operator}`, though `{operator}` made "
            missed += f"{got[0]}, and"
            if f"`{operator}`" in others:  # then its name does not tell which entry is meant
                missed = f"other entries and never `{as_text([entries[number]])}`, though"
            check(
                False,
                f"{what}: grad called {missed} something arrived for {got[0]}. In which direction "
                "do you go through the tape, and do you reach every entry?",
            )


def as_text(entries):
    """Return the first of some entries as text."""
    return "".join(f"{', '.join(outs)} = {op}({', '.join(ins)})" for op, ins, outs in entries[:1])


def check_kept(outcome):
    """Check of a result of `watched_run` that the tape has the entries that it had before."""
    turned = (
        "its entries are in another order. `reversed(tape)` reads it backwards and leaves it; "
        "`tape.reverse()` turns the list itself."
    )
    how = turned if outcome["reordered"] else "entries are missing or changed. Leave them there."
    check(outcome["kept"], f"After grad the tape is not what it was: {how}")


def check_order(outcome, what):
    """Check that each entry was called once, after those that use its outputs.

    outcome: a result of `watched_run`.

    A tape that was changed is left to `check_kept`.
    """
    if not outcome["kept"]:
        return
    entries, called = outcome["tape"], outcome["calls"][0]
    numbers = [number for number, _, _ in called]
    check(
        len(set(numbers)) == len(numbers),
        f"{what}: The propagate of an entry was called more than once. Call it only when all "
        "gradients for its outputs have arrived.",
    )
    for place, number in enumerate(numbers):
        if number < len(entries):
            outputs = set(entries[number][2])
            later = [entries[n] for n in numbers[place + 1 :] if n < len(entries)]
            early = any(outputs & set(inputs) for _, inputs, _ in later)
            check(
                not early,
                f"{what}: The propagate of an entry was called before that of an entry that uses "
                "its output.",
            )


def check_again(outcome, values):
    """Compare the gradients that `watched_run` computed a second time with the first ones."""
    first = {
        name: 0 * values[name] if gradient is None else gradient
        for name, gradient in outcome["grads"].items()
    }
    hint = (
        " Does grad keep something between calls, or does it trip over entries that come after "
        "the loss?"
    )
    check_gradients(outcome["again"], first, values, "A second call of grad", hint=hint)


def check_none(outcome, name, what):
    """Check of a result of `watched_run` that a gradient is None."""
    sentence = expected(f"{what}: the gradient of {name}", None, "a Variable")
    check(outcome["grads"][name] is None, f"{sentence} This gradient is known to be zero.")


def check_there(outcome, what):
    """Check of a result of `watched_run` that each gradient is there, be it the number zero."""
    for name, gradient in outcome["grads"].items():
        sentence = expected(f"{what}: the gradient of {name}", "a Variable", None)
        check(
            gradient is not None,
            f"{sentence} None is not the number 0: a gradient has arrived here, and its number "
            "happens to be 0.",
        )


def check_recorded(outcome, what, entries=1):
    """Check of a result of `watched_run` that the program left so many entries."""
    made = len(outcome["tape"])
    check(made == entries, expected(f"{what}: number of entries on the tape", entries, made))


def check_outputs(outcome, outputs, what):
    """Check of a result of `watched_run` how many outputs the first entry has."""
    names = outcome["tape"][0][2]
    sentence = expected(f"{what}: number of outputs", outputs, len(names))
    check(
        len(names) == outputs,
        f"{sentence} They are the result, and what forward must hand over that is not an input.",
    )


def check_backward_entries(outcome, by_operators, fewer=0):
    """Check that no backward of a node is longer than that of the same operators.

    outcome, by_operators: results of `watched_run`, of the node and of the operators. How many
        entries an operator's backward records differs from learner to learner. The second backward
        is compared if both have one.
    fewer: by how many entries it must be shorter.

    Returns how many entries the first backward of the node recorded.
    """
    pairs = zip(backward_entries(outcome), backward_entries(by_operators), strict=False)
    for which, (written, of_operators) in zip(("first", "second"), pairs, strict=False):
        most = of_operators - fewer
        what = f"Entries that the {which} backward records"
        sentence = expected(what, f"at most {most}", written)
        check(
            written <= most,
            f"{sentence} The gradients are right: what is computed twice, or computed with zeros?",
        )
    return backward_entries(outcome)[0]


def backward_entries(outcome):
    """Return how many entries the first backward recorded, and the second one, if there was one."""
    sizes = outcome["sizes"]
    return [after - before for before, after in zip(sizes[::2], sizes[1::2], strict=True)]
