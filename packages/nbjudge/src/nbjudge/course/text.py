"""Text of submissions, made fit for a line on a terminal or in a file."""

LONGEST_TEXT = 1000  # characters of a reason


def one_line(text: str, longest: int = LONGEST_TEXT) -> str:
    """Make any text fit for a line on a terminal: no control characters, and not too long."""
    text = "".join(char if char.isprintable() else "?" for char in " ".join(text.split()))
    return text if len(text) <= longest else text[: longest - 3] + "..."
