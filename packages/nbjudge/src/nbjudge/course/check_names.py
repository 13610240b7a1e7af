"""What test cells are called, and what they said when they failed.

Autograded notebooks are read tolerantly: a file that is missing, cut off or strange is as good as
none. What students wrote can stand in them, so all text is text and no more.
"""

import builtins
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ..awards import AWARDS

NAMED = re.compile(r"test-([A-Za-z_]\w*)-(\w[\w-]*)")


ON_STDERR = "stderr"


class CheckMessage(NamedTuple):
    """What a check said: a text of one line, and what ended the check.

    `error` is the name of the built-in exception that ended it, `ON_STDERR` for a line there, or ""
    where the check speaks for itself: by an assertion, an exception of its own, or
    `nbjudge.Awards`.
    """

    text: str
    error: str = ""


def check_name(grade_id: str) -> tuple[str, str]:
    """Split the grade_id `test-<function>-<aspect>` of a test cell into its two parts.

    Returns
    -------
    The function, and the aspect as words; of a grade_id of another form the whole of it, and "".
    """
    named = NAMED.fullmatch(grade_id)
    return (named[1], named[2].replace("_", " ")) if named else (grade_id, "")


def read_messages(notebook: Path, cells: set[str]) -> dict[str, list[CheckMessage]]:
    """Read what the given test cells said when they failed.

    Parameters
    ----------
    notebook
        The path of an autograded notebook.
    cells
        The grade_ids of test cells that lost points.

    Returns
    -------
    For each cell, the sentences; a cell that says nothing has an empty list.
    """
    data = _load(notebook)
    found: dict[str, list[CheckMessage]] = {cell: [] for cell in cells}
    try:
        for cell in data["cells"]:
            name = cell["metadata"].get("nbgrader", {}).get("grade_id")
            if name in found:
                found[name] = messages_of(cell.get("outputs", []))
    except (TypeError, KeyError, AttributeError):
        pass  # Not a notebook: nothing more can be read from it.
    return found


def messages_of(outputs: Iterable[Mapping[str, Any]]) -> list[CheckMessage]:
    """Find in the outputs of a test cell why it gave less than all points, a line each."""
    return [message for output in outputs for message in _said(output)]


def _said(output: Mapping[str, Any]) -> list[CheckMessage]:
    kind = output.get("output_type")
    if kind == "error":
        name, value = str(output.get("ename")), str(output.get("evalue") or "").strip()
        # The kind of a check's own exception tells nobody anything, that of one of Python's does.
        error = name if name != "AssertionError" and hasattr(builtins, name) else ""
        if not value:
            return [CheckMessage(f"{name}: (no message)", error)]
        line = value.splitlines()[0]
        return [CheckMessage(f"{error}: {line}" if error else line, error)]
    if kind == "stream" and output.get("name") == "stderr":
        # In stock nbgrader any text on stderr costs all points of the cell.
        lines = _text(output.get("text")).splitlines()[:1]
        return [CheckMessage(f"on stderr: {line}", ON_STDERR) for line in lines]
    return _missed(output.get("data", {}).get(AWARDS)) if kind == "execute_result" else []


def _missed(parts: Any) -> list[CheckMessage]:
    """The reasons of `nbjudge.Awards` for parts without all their points."""
    missed = []
    for part in parts if isinstance(parts, list) else ():
        match part:
            case [str(name), int() | float() as given, int() | float() as possible, str(reason)]:
                if given != possible:
                    missed.append(CheckMessage(f"{name}: {reason}" if reason else name))
    return missed


def _text(value: Any) -> str:
    """Nbformat keeps a text as one string or as a list of lines."""
    return "".join(map(str, value)) if isinstance(value, list) else str(value or "")


def _load(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
