"""The words of the checks: what was expected, what came, and what kind of value it is.

Entry points: `expected` makes the sentence of a check that compares, `kind_of` and `kind_returned`
name the kind of a value, `counted` gives a number its noun, `stable` makes a text the same in each
run.
"""

import re

FEW = 8  # entries of a tensor that a sentence shows; of a larger one it shows the worst
# Digits that are printed at first. Lists have one less, because the last digit of a right entry
# would show how float32 rounds.
DIGITS_OF_NUMBERS = 7
DIGITS_OF_LISTS = 6
MOST_DIGITS = 17  # two floats that differ at all differ in these
ADDRESS = re.compile(r" at 0x[0-9a-f]+|0x[0-9a-f]+", re.IGNORECASE)
# What `id` and `hash` return has more digits than a number that a learner writes down.
LONG_NUMBER = re.compile(r"(?<![\d.])-?\d{9,}(?!\d|\.\d)")
# A set of several entries. A list in braces, as in PyTorch's messages, is none.
SET = re.compile(r"\{(?!\[)[^{}:]*,[^{}:]*\}")


def expected(what, want, got):
    """Return the sentence of a check that found another value than it expected.

    Arguments:
        what: the place of the value, as the beginning of the sentence.
        want, got: a number, a tuple, a list or a tensor of numbers, or a text, which is shown as it
            is.

    Numbers that agree in the digits that are printed get more digits. If tensors of one shape have
    more than FEW entries, the sentence shows the entry that differs most, behind its position.

    >>> expected("grad_input[0][0, 0]", 0.273379, 0.1786937)
    'grad_input[0][0, 0]: expected 0.273379, got 0.1786937.'
    """
    tensors = is_tensor(want) and is_tensor(got)
    if tensors and want.shape == got.shape and want.numel() > FEW:
        position = position_of_worst(want, got)
        what = f"{what}[{', '.join(map(str, position))}]"
        want = want.detach()[position]
        got = got.detach()[position]
    want = plain(want)
    got = plain(got)
    lists = isinstance(want, (list, tuple)) or isinstance(got, (list, tuple))
    digits = DIGITS_OF_LISTS if lists else DIGITS_OF_NUMBERS
    while digits < MOST_DIGITS and text_of(want, digits) == text_of(got, digits):
        digits += 1
    return f"{what}: expected {text_of(want, digits)}, got {text_of(got, digits)}."


def numbers(tensor):
    """Return the numbers of a tensor as text: `[1, 2.5]`; of many, the first FEW, in a row."""
    if tensor.numel() > FEW:
        first = tensor.flatten()[:FEW].tolist()
        return f"{text_of(first, DIGITS_OF_LISTS)[:-1]}, ...]"
    return text_of(plain(tensor), DIGITS_OF_LISTS)


def kind_of(value):
    """Return the kind of a value with its article, such as `an int` or `a NumPy array`."""
    kind = type(value).__name__
    if of_numpy(value):
        return f"a NumPy {'array' if kind == 'ndarray' else kind}"
    return kind_named(kind)


def kind_named(name):
    """Return the kind of the values of a type with its article, by the name of the type."""
    if name == "NoneType":
        return "None"
    if name == "Tensor":
        return "a tensor"
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


def kind_returned(value):
    """Return the kind of what a function returned; for None, with the usual reason."""
    if value is None:
        return "None (print shows a value, return hands it back)"
    return kind_of(value)


def of_numpy(value):
    """Return whether a value is an array or a number of NumPy."""
    return type(value).__module__.partition(".")[0] == "numpy"


def counted(number, noun):
    """Return a number with its noun, such as `1 step` or `2 leaves`."""
    if number == 1:
        return f"1 {noun}"
    if noun == "leaf":
        return f"{number} leaves"
    return f"{number} {noun}{'es' if noun.endswith(('ch', 's')) else 's'}"


def stable(text):
    """Return a text without what differs from run to run: addresses, `id`s, the order of a set.

    >>> stable("<AddBackward0 object at 0x7f2b3c>")
    '<AddBackward0 object>'
    >>> stable("node 140234866358912 of {'w', 'v'}")
    'node ... of {...}'
    """
    text = ADDRESS.sub("", text)
    text = LONG_NUMBER.sub("...", text)
    return SET.sub("{...}", text)


# ---- how values are written ---------------------------------------------------------------------


def is_tensor(value):
    """Return whether a value is a tensor, without importing torch for it."""
    return hasattr(value, "detach") and hasattr(value, "numel")


def plain(value):
    """Return a tensor as a number or nested lists; any other value as it is."""
    return value.detach().tolist() if is_tensor(value) else value


def position_of_worst(want, got):
    """Return the position of the entry in which two tensors of one shape differ most, a tuple."""
    differences = (got.detach().double() - want.detach().double()).abs()
    number = int(differences.argmax())
    position = []
    for size in reversed(want.shape):
        position.append(number % size)
        number //= size
    return tuple(reversed(position))


def text_of(value, digits):
    """Return a value as text; floats, in lists and tuples too, with so many digits."""
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return f"{value + 0.0:.{digits}g}"  # + 0.0 makes a 0 of -0
    if value is None or isinstance(value, (bool, int, complex)):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(text_of(entry, digits) for entry in value)}]"
    if isinstance(value, tuple):
        entries = ", ".join(text_of(entry, digits) for entry in value)
        return f"({entries},)" if len(value) == 1 else f"({entries})"
    return kind_of(value)
