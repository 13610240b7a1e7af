"""What the checks of these notebooks say of a tape, and of the walk over it.

Entry points: `check_run`, `check_order`, `check_kept`, `check_again`, `check_none`, `check_there`,
`check_one_line`, `check_written`. They look at the plain data that `run` of helpers.py returns, and
hold no solution.
"""

from .checks import check_gradients
from .oracle import equal
from .show import check


def check_run(answer, want, values, what):
    """Compare the gradients of an answer of `run` with torch's; if they differ, look at the walk.

    want, values, what: as for `check_gradients`.
    """
    pairs = [(answer["grads"].get(name), right) for name, right in want.items()]
    wrong = [right.any() if mine is None else not equal(mine, right) for mine, right in pairs]
    if any(wrong):
        check_walk(answer, what)
    check_gradients(answer["grads"], want, values, what)


def check_walk(answer, what):
    """Check of an answer of `run` that the walk reached the lines where something arrives."""
    lines, asked = answer["tape"], {number for number, _, _ in answer["calls"][0]}
    made_loss = [line for line in lines if answer["loss"] in line[2]]
    check(
        asked or not made_loss,
        f"{what}: grad called no line's propagate, though `{as_text(made_loss)}` made the loss. "
        "What does your table hold before the first line, and under which key: a name? Do you "
        "begin at the last line?",
    )
    for number, (operator, _, outputs) in enumerate(lines):
        got = [name for name in outputs if name in answer["arrived"]]
        if got and number not in asked:
            others = dict.fromkeys(f"`{lines[n][0]}`" for n in sorted(asked) if n < len(lines))
            missed = f"{', '.join(others)} and never `{operator}`, though `{operator}` made "
            missed += f"{got[0]}, and"
            if f"`{operator}`" in others:  # then its name does not tell which line is meant
                missed = f"other lines and never `{as_text([lines[number]])}`, though"
            check(
                False,
                f"{what}: grad called {missed} something arrived for {got[0]}. In which direction "
                "do you go through the tape, and do you reach every line?",
            )


def as_text(lines):
    """Return the first of some lines as text."""
    return "".join(f"{', '.join(outs)} = {op}({', '.join(ins)})" for op, ins, outs in lines[:1])


def check_kept(answer):
    """Check of an answer of `run` that the lines of the tape are those that were there before."""
    turned = (
        "its lines stand in another order. `reversed(tape)` reads it backwards and leaves it; "
        "`tape.reverse()` turns the list itself."
    )
    how = turned if answer["reordered"] else "lines are missing or changed. Leave them there."
    check(answer["kept"], f"After grad the tape is not what it was: {how}")


def check_order(answer, what):
    """Check of an answer of `run` that each line was asked once, after all that use its outputs."""
    lines, asked = answer["tape"], answer["calls"][0]
    numbers = [number for number, _, _ in asked]
    check(
        len(set(numbers)) == len(numbers),
        f"{what}: The propagate of a line was called more than once. Call it only when all "
        "gradients for its outputs have arrived.",
    )
    for place, number in enumerate(numbers):
        if number < len(lines):
            outputs = set(lines[number][2])
            later = [lines[n] for n in numbers[place + 1 :] if n < len(lines)]
            early = any(outputs & set(inputs) for _, inputs, _ in later)
            check(
                not early,
                f"{what}: The propagate of a line was called before that of a line which uses its "
                "output.",
            )


def check_again(answer, values):
    """Compare the gradients that `run` asked for a second time with the first ones."""
    first = {
        name: 0 * values[name] if gradient is None else gradient
        for name, gradient in answer["grads"].items()
    }
    what = (
        "Called a second time, grad returns something else. Does it keep something between calls, "
        "or does it trip over lines that stand behind the loss? Here"
    )
    check_gradients(answer["again"], first, values, what)


def check_none(answer, name, what):
    """Check of an answer of `run` that a gradient is None."""
    zero = "It is known to be zero, so grad should say None."
    check(answer["grads"][name] is None, f"{what}: {name} has a gradient here. {zero}")


def check_there(answer, what):
    """Check of an answer of `run` that each gradient is there, be it the number zero."""
    for name, gradient in answer["grads"].items():
        check(
            gradient is not None,
            f"{what}: the gradient of {name} is None. None is not the number 0: a gradient has "
            "arrived here, and its number happens to be 0.",
        )


def check_one_line(answer, what, lines=1):
    """Check of an answer of `run` that the program left so many lines."""
    made = len(answer["tape"])
    amount = "one line" if lines == 1 else f"{lines} lines"
    check(made == lines, f"{what} should leave {amount} on the tape, not {made}.")


def check_written(answer, most):
    """Check of an answer of `run` that the first backward wrote at most so many lines.

    Returns how many it wrote.
    """
    written = answer["sizes"][1] - answer["sizes"][0]
    check(
        written <= most,
        f"Right, but the first backward writes {written} lines on the tape; {most} are enough. "
        "What is computed twice, or computed with zeros?",
    )
    return written
