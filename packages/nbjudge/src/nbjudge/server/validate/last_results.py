"""The last result of Validate for each notebook, kept in a file in the folder of the server.

Entry points: `note_result`, `progress_of`. A start page can read the file: it maps the path of a
notebook, relative to the server's folder, to its `result`, a line of words and signs.
"""

import json
import os
import re
from pathlib import Path

from ...files.replace import read_json
from .verdict import Verdict

RESULTS = Path(".nbjudge", "validated.json")
OLD = re.compile(r"\.old(-\d+)?$")  # a notebook that a newer edition has replaced


def note_result(root: Path, notebook: Path, verdict: Verdict) -> None:
    """Write the result of a notebook into the file of `root`.

    Raise OSError if it cannot be written.
    """
    if not verdict.was_run:
        return
    results = read_json(root / RESULTS) or {}
    results[_name(root, notebook)] = {"result": verdict.result.line}
    path = root / RESULTS
    path.parent.mkdir(exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(results, indent=1, sort_keys=True), encoding="utf-8")
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
