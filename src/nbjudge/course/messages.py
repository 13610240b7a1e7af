"""What test cells are called, and what they said when they failed.

Autograded notebooks are read tolerantly: a file that is missing, cut off or strange is as good as
none. What students wrote can stand in them, so all text is text and no more.
"""

import builtins
import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup

NAMED = re.compile(r"test-([A-Za-z_]\w*)-(\w[\w-]*)")


def check_name(grade_id: str) -> tuple[str, str]:
    """Split the grade_id `test-<function>-<aspect>` of a test cell into its two parts.

    Returns
    -------
    The function, and the aspect as words; of a grade_id of another form the whole of it, and "".
    """
    named = NAMED.fullmatch(grade_id)
    return (named[1], named[2].replace("_", " ")) if named else (grade_id, "")


def read_messages(notebook: Path, cells: set[str]) -> dict[str, list[str]]:
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
    found: dict[str, list[str]] = {cell: [] for cell in cells}
    try:
        for cell in data["cells"]:
            name = cell["metadata"].get("nbgrader", {}).get("grade_id")
            if name in found:
                found[name] = messages_of(cell.get("outputs", []))
    except (TypeError, KeyError, AttributeError):
        pass  # Not a notebook: nothing more can be read from it.
    return found


def messages_of(outputs: Iterable[Mapping[str, Any]]) -> list[str]:
    """Find in the outputs of a test cell why it gave less than all points, a line each."""
    return [message for output in outputs for message in _said(output)]


def _said(output: Mapping[str, Any]) -> list[str]:
    kind = output.get("output_type")
    if kind == "error":
        name, value = str(output.get("ename")), str(output.get("evalue") or "").strip()
        if not value:
            return [f"{name}: (no message)"]
        # The kind of a check's own exception tells nobody anything, that of one of Python's does.
        ours = name == "AssertionError" or not hasattr(builtins, name)
        return [value.splitlines()[0] if ours else f"{name}: {value.splitlines()[0]}"]
    if kind == "stream" and output.get("name") == "stderr":
        # In stock nbgrader any text on stderr costs all points of the cell.
        return [f"on stderr: {line}" for line in _text(output.get("text")).splitlines()[:1]]
    table = _text(output.get("data", {}).get("text/html"))
    return _missed(table) if kind == "execute_result" and table else []


@lru_cache(maxsize=1000)  # a class fails in few ways, and reading a table takes a millisecond
def _missed(table: str) -> list[str]:
    """The reasons in the table of `nbjudge.Awards` for parts without all their points."""
    rows = [row.find_all("td") for row in BeautifulSoup(table, "html.parser").find_all("tr")]
    missed = []
    for name, points, reason in ([td.get_text() for td in row] for row in rows if len(row) == 3):
        given, _, possible = points.partition(" of ")
        if given != possible:
            missed.append(f"{name}: {reason}" if reason else name)
    return missed


def _text(value: Any) -> str:
    """Nbformat keeps a text as one string or as a list of lines."""
    return "".join(map(str, value)) if isinstance(value, list) else str(value or "")


def _load(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
