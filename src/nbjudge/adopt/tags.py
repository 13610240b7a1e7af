"""Put the tag `nbjudge:shared` into an instructor's notebooks, and change nothing else in them."""

import json
import re
from collections.abc import Iterable
from pathlib import Path

from ..course.shared import TAG


def write_tags(notebook: Path, cells: Iterable[str]) -> list[str]:
    """Tag cells of a notebook file.

    Parameters
    ----------
    notebook
        The file, in `source/`.
    cells
        The `grade_id`s of the cells.

    Returns
    -------
    list of str
        Those that were not tagged before, in the order of the notebook.
    """
    text = notebook.read_text(encoding="utf-8")
    content, wanted, added = json.loads(text), set(cells), []
    for cell in content["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        tags = cell["metadata"].setdefault("tags", []) if name in wanted else [TAG]
        if TAG not in tags:
            tags.append(TAG)
            added.append(name)
    if added:
        indent = re.match(r"\{\n(\s+)", text)
        written = json.dumps(
            content, indent=indent[1] if indent else None, ensure_ascii=_is_ascii(text)
        )
        notebook.write_text(written + "\n" * text.endswith("\n"), encoding="utf-8")
    return added


def _is_ascii(text: str) -> bool:
    """Whether the file spells letters beyond ASCII as escapes."""
    return text.isascii() and "\\u" in text
