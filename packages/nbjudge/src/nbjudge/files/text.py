"""Text for one line on a terminal or in a file."""

from collections.abc import Sequence

LONGEST_TEXT = 1000  # characters; a reason is cut after so many
FEW = 5  # names in a sentence


def one_line(text: str, longest: int = LONGEST_TEXT) -> str:
    """Return a text as one line without control characters, of at most `longest` characters."""
    text = "".join(char if char.isprintable() else "?" for char in " ".join(text.split()))
    return text if len(text) <= longest else text[: longest - 3] + "..."


def first_few(names: Sequence[str], most: int = FEW) -> str:
    """Return at most `most` names, separated by commas, and the number of the others."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, as in "1 thing" and "2 things"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def joined(words: Sequence[str], before_last: str = "and") -> str:
    """Return words as a sentence lists them, as in "a, b and c"."""
    *first, last = words
    return f"{', '.join(first)} {before_last} {last}" if first else last


def needing_attention(number: int) -> str:
    """Return how many submissions need attention, as in "1 needs attention"."""
    return f"{number} need{'s' * (number == 1)} attention"


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table, with columns as wide as their longest text."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        fields = [field.ljust(width) for field, width in zip(row, widths, strict=True)]
        lines.append("  ".join(fields).rstrip())
    return lines
