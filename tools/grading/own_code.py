"""Read the guesses about a student's own code, and the code, from a graded notebook.

`lab/own_code_questions.py` asks for them.

Entry points: `read_own`; `read_code` and `find_own`, its two parts; `read_answer`. The notebook is
JSON that a student wrote: it is read, never run.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REVEAL = re.compile(r'^own_code_questions\.reveal\("(\w+)"\)', re.MULTILINE)
GUESSED = re.compile(r"(\d) of (\d)\b")
LONGEST = 20_000  # characters of an output
# What reading a file raises that is not a notebook.
MALFORMED = (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError)


@dataclass
class OwnCode:
    """The guesses about a student's function in a notebook, and the result of its checks.

    `right` guesses of `of` are right. `failed` is True also if a check of the function is missing.
    """

    right: int = 0
    of: int = 0
    failed: bool = True


def read_own(path: Path) -> dict[str, OwnCode]:
    """Read a notebook; return what it holds by function, nothing if it is not a notebook."""
    return find_own(read_code(path))


def read_code(path: Path) -> list[dict[str, Any]]:
    """Return the code cells of a notebook, their sources as text; none if it is not a notebook."""
    try:
        cells = json.loads(path.read_bytes())["cells"]
        code = [cell for cell in cells if cell["cell_type"] == "code"]
        return [cell | {"source": "".join(cell["source"])} for cell in code]
    except MALFORMED:
        return []


def read_answer(path: Path, function: str) -> str | None:
    """Return the source of the cell in which a student wrote a function; None without one."""
    try:
        sources = [cell["source"] for cell in read_code(path) if _grade_id(cell) == function]
    except MALFORMED:
        return None
    return str(sources[0]) if sources else None


def find_own(code: list[dict[str, Any]]) -> dict[str, OwnCode]:
    """Return what the code cells of a notebook hold by function, nothing if they are malformed."""
    found: dict[str, OwnCode] = {}
    try:
        for cell in code:
            _read_cell(cell, found)
        for function, own in found.items():
            checks = [cell for cell in code if _grade_id(cell).startswith(f"test-{function}-")]
            kinds = [output["output_type"] for cell in checks for output in cell["outputs"]]
            own.failed = not checks or "error" in kinds
    except MALFORMED:
        return {}
    return found


def _grade_id(cell: dict[str, Any]) -> str:
    """Return nbgrader's name of a cell; "" if it has none."""
    return str(cell["metadata"].get("nbgrader", {}).get("grade_id", ""))


def _read_cell(cell: dict[str, Any], found: dict[str, OwnCode]) -> None:
    """Add the guesses that a cell counts to what is known about its function."""
    match = REVEAL.search(cell["source"])
    if not match:
        return
    streams = [o["text"] for o in cell.get("outputs", []) if o["output_type"] == "stream"]
    text = "".join("".join(part) for part in streams)[:LONGEST]
    own = found.setdefault(match[1], OwnCode())
    guessed = GUESSED.match(text.partition(":\n")[2])
    if guessed:
        own.right = int(guessed[1])
        own.of = int(guessed[2])
