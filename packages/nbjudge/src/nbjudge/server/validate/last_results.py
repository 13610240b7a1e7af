"""The last result of Validate for each notebook, kept in a file in the folder of the server.

Entry points: `note_result`, `progress_of`. A start page can read the file, and is kept up to date
if it has a column for it (`update_start_page`). The file maps the path of a
notebook, relative to the server's folder, to its `result`, a line of words and signs.
"""

import json
import os
import re
from pathlib import Path

from ...files.replace import read_json
from .verdict import Verdict

START = "START.md"
LAST_COLUMN = "last validation"  # the title of the column, as START.md's writer knows it
RESULTS = Path(".nbjudge", "validated.json")
OLD = re.compile(r"\.old(-\d+)?$")  # a notebook that a newer edition has replaced


def note_result(root: Path, notebook: Path, verdict: Verdict) -> None:
    """Write the result of a notebook into the file of `root`, and into its start page.

    Raise OSError if one of them cannot be written.
    """
    if not verdict.was_run:
        return
    results = read_json(root / RESULTS) or {}
    results[_name(root, notebook)] = {"result": verdict.result.line}
    path = root / RESULTS
    path.parent.mkdir(exist_ok=True)
    _replace(path, json.dumps(results, indent=1, sort_keys=True))
    update_start_page(root, notebook, verdict.result.line)


def update_start_page(root: Path, notebook: Path, line: str) -> None:
    """Write a notebook's result into the last column of its row in the start page of `root`.

    A page without the column is left as it is. Raise OSError if the page cannot be written.
    """
    path = root / START
    if not path.is_file():
        return
    text = path.read_text(encoding="utf-8")
    if f"| {LAST_COLUMN} |" not in text:
        return
    link = re.escape(f"]({_name(root, notebook)})")
    row = re.compile(rf"^(\|.*{link}.*\|)[^|\n]*\|$", re.MULTILINE)
    new = row.sub(lambda match: f"{match[1]} {line} |", text)
    if new != text:
        _replace(path, new)


def _replace(path: Path, text: str) -> None:
    new = path.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def progress_of(root: Path, folder: Path) -> list[dict[str, str | None]]:
    """Return the last results of the notebooks in a folder, in the order of their names.

    Each has `name`, and `result`, a line, which is None if it was not validated.
    """
    results = read_json(root / RESULTS) or {}
    progress = []
    for path in sorted(folder.glob("*.ipynb")):
        if not OLD.search(path.stem):
            last = results.get(_name(root, path))
            line = last.get("result") if isinstance(last, dict) else None
            progress.append({"name": path.stem, "result": line})
    return progress


def _name(root: Path, notebook: Path) -> str:
    return Path(os.path.relpath(notebook.resolve(), root)).as_posix()
