"""What grading left on the disk: each submission's record, and why its test cells failed.

Both are read for the report only, and tolerantly: a file that is missing, cut off or strange is
as good as none. What students wrote can stand in either, so all text is text and no more.
"""

import glob
import json
import re
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from bs4 import BeautifulSoup
from nbgrader.coursedir import CourseDirectory

RECORD = "nbjudge.json"


@dataclass(frozen=True)
class Record:
    """How the grading of one submission went, as `nbjudge grade` noted it in `nbjudge.json`.

    `seconds` is wall time, `peak_memory_mb` megabytes; None where it was not measured. `sandbox` is
    False where the student's code ran without one. `notebooks` holds the seconds of each.
    """

    needs_attention: bool = False
    reasons: list[str] = field(default_factory=list)
    seconds: float | None = None
    peak_memory_mb: float | None = None
    sandbox: bool = True
    notebooks: dict[str, float] = field(default_factory=dict)


def student_folders(coursedir: CourseDirectory, step: str, assignment: str) -> dict[str, Path]:
    """Find the folders of an assignment at one of nbgrader's steps, by student id.

    Arguments
    ---------
    step:
        `coursedir.submitted_directory` or `coursedir.autograded_directory`.
    """
    pattern = coursedir.directory_structure.format(
        nbgrader_step=step, student_id="*", assignment_id=glob.escape(assignment)
    )
    student = re.compile(
        coursedir.format_path(step, "(?P<student>[^/]+)", re.escape(assignment), escape=True)
    )
    paths = [Path(coursedir.root, found) for found in glob.glob(pattern, root_dir=coursedir.root)]
    matches = ((student.fullmatch(str(path)), path) for path in sorted(paths))
    return {match["student"]: path for match, path in matches if match and path.is_dir()}


def read_record(folder: Path) -> Record | None:
    """Read `nbjudge.json` in a submission's autograded folder; None if there is none to read."""
    data = _load(folder / RECORD)
    if not isinstance(data, dict):
        return None
    reasons, notebooks = data.get("reasons"), data.get("notebooks")
    entries = {
        name: entry
        for name, entry in (notebooks.items() if isinstance(notebooks, dict) else ())
        if isinstance(entry, dict)
    }
    if not isinstance(reasons, list) or not reasons:
        reasons = [f"{name}: {e['reason']}" for name, e in entries.items() if e.get("reason")]
    seconds = {name: _number(entry.get("seconds")) for name, entry in entries.items()}
    return Record(
        needs_attention=data.get("status") == "needs-attention",
        reasons=[str(reason) for reason in reasons],
        seconds=_number(data.get("seconds")),
        peak_memory_mb=_number(data.get("peak_memory_mb")) or None,  # 0 where nothing ran
        sandbox=data.get("sandbox") is not False,
        notebooks={name: value for name, value in seconds.items() if value is not None},
    )


def read_messages(notebook: Path, cells: set[str]) -> dict[str, list[str]]:
    """Read what the given test cells said when they failed.

    Arguments
    ---------
    notebook:
        The path of an autograded notebook.
    cells:
        The grade_ids of test cells that lost points.

    Returns
    -------
    For each cell, the sentences; a cell that says nothing has an empty list.
    """
    data = _load(notebook)
    found = {cell: [] for cell in cells}
    try:
        for cell in data["cells"]:
            name = cell["metadata"].get("nbgrader", {}).get("grade_id")
            if name in found:
                found[name] = [m for output in cell.get("outputs", []) for m in _said(output)]
    except (TypeError, KeyError, AttributeError):
        pass  # Not a notebook: nothing more can be read from it.
    return found


def _said(output: dict) -> list[str]:
    kind = output.get("output_type")
    if kind == "error":
        name, value = str(output.get("ename")), str(output.get("evalue") or "").strip()
        sentence = value.splitlines()[0] if value else "(no message)"
        return [sentence if name == "AssertionError" and value else f"{name}: {sentence}"]
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


def _text(value) -> str:
    """nbformat keeps a text as one string or as a list of lines."""
    return "".join(map(str, value)) if isinstance(value, list) else str(value or "")


def _number(value) -> float | None:
    fits = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e12
    return float(value) if fits else None


def _load(path: Path):
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
