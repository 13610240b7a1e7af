"""Sanitizing of text from submissions for one line on a terminal or in a file."""

LONGEST_TEXT = 1000  # characters; a reason is cut after so many


def one_line(text: str, longest: int = LONGEST_TEXT) -> str:
    """Return a text as one line without control characters, of at most `longest` characters."""
    text = "".join(char if char.isprintable() else "?" for char in " ".join(text.split()))
    return text if len(text) <= longest else text[: longest - 3] + "..."
