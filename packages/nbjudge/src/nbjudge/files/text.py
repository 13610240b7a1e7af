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
