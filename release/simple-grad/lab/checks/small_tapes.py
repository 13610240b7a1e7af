"""Every small tape, as text: for the checks of `needed` and `cut`.

Entry points: `cases_of_needed`, `cases_of_cut`; each returns a fixed choice over all sizes.
"""

import itertools

RESULTS = ("r", "s", "t", "u")
NAMES = ("a", "b", "k")  # a and b are inputs of a program, k is a constant


def tapes(size, most_inputs):
    """Yield every tape of so many entries, as a list of (outputs, inputs), tuples of names.

    An entry has up to `most_inputs` inputs. The first one, or one with a single input, may have two
    outputs.
    """

    def grow(entries, names):
        if len(entries) == size:
            yield entries
            return
        made = len(names) - len(NAMES)
        one_output = RESULTS[made : made + 1]
        two_outputs = RESULTS[made : made + 2]
        for count in range(1, most_inputs + 1):
            for inputs in itertools.product(names, repeat=count):
                yield from grow([*entries, (one_output, inputs)], names + one_output)
                if count == 1 or not entries:
                    yield from grow([*entries, (two_outputs, inputs)], names + two_outputs)

    yield from grow([], NAMES)


def small_tapes():
    """Return the tapes of one entry with up to three inputs, and of two with up to two."""
    return [*tapes(1, most_inputs=3), *tapes(2, most_inputs=2)]


def text_of(entries):
    """Return a tape as `entries_of` reads it: "r s = a b; t = r"."""
    return "; ".join(f"{' '.join(outputs)} = {' '.join(inputs)}" for outputs, inputs in entries)


def cases_of_needed(every):
    """Return each `every`-th of all cases: (text of a tape, names of inputs, names of outputs).

    The text of the task demands each of these:

    - any inputs and outputs, also none, or an input as an output: "`inputs` and `outputs` are lists
      of names; no entry makes an input."
    - entries off every path: "An entry that no output depends on is **dead code**."
    - k, and entries that read only k: "An entry that depends on no input is a **constant**"
    - an entry with two outputs: "An entry with two outputs" (a check that is shown)
    """
    cases = []
    for entries in small_tapes():
        text = text_of(entries)
        first = entries[0][0][0]
        last = entries[-1][0][-1]
        for inputs in (["a"], ["a", "b"], []):
            for outputs in ([last], [first], [first, last], ["a", last]):
                cases.append((text, inputs, outputs))
    return cases[::every]


def cases_of_cut(every):
    """Return each `every`-th of all cases: (text of a tape, how many entries are forward).

    The text of the task demands each of these:

    - any number of entries forward: "The first `forward` of them are the program"
    - k, which is not handed over: "The upstream gradient and constants are not handed over"
    """
    cases = []
    for entries in small_tapes():
        cases += [(text_of(entries), forward) for forward in range(len(entries) + 1)]
    return cases[::every]
