"""Tags of in-process cells and moved imports, written into a notebook that is otherwise kept."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .findings import NOTHING, Imports, Key, Tags
from .helper_imports import INSTRUCTOR_CELL, instructor_cell, without_imports


def write_tags(
    notebook: Path,
    tags: Tags,
    sources: Mapping[Key, str] = NOTHING,
    imports: Imports = NOTHING,
) -> list[str]:
    """Tag cells of a notebook file.

    `tags`, and `sources`, the new sources of cells, can be of several notebooks, and so can
    `imports`, which move from test cells to an instructor cell. Return a phrase for each cell that
    was changed, in the order of the notebook. A tag that the cell already has is not added again.
    """
    text = notebook.read_text(encoding="utf-8")
    done = []
    content = json.loads(text)
    moved = list[str]()
    for cell in content["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        present = cell["metadata"].get("tags", [])
        key = (notebook.stem, name)
        if key in sources:
            cell["source"] = sources[key]
            done.append(f"{name}: new source")
        if key in imports:
            source = without_imports("".join(cell["source"]), imports[key])
            cell["source"] = _in_the_form_of(cell["source"], source)
            moved += imports[key]
            done.append(f"{name}: moved `{'`, `'.join(imports[key])}` to {INSTRUCTOR_CELL}")
        new = [tag for tag in tags.get(key, ()) if tag not in present]
        if new:
            cell["metadata"]["tags"] = [*present, *new]
            done.append(f"{name}: {' and '.join(new)}")
    if moved:
        _add_imports(content, list(dict.fromkeys(moved)))
    # Keep the file's own indent, last line end and escapes of characters beyond ASCII, so that the
    # instructor sees a small difference in version control.
    if done:
        indent = re.match(r"\{\n(\s+)", text)
        escaped = text.isascii() and "\\u" in text
        written = json.dumps(content, indent=indent and indent[1], ensure_ascii=escaped)
        if text.endswith("\n"):
            written += "\n"
        notebook.write_text(written, encoding="utf-8")
    return done


def _in_the_form_of(source: Any, text: str) -> Any:
    """Return the new source of a cell as one text, or as a list of lines if the old one is that."""
    return text.splitlines(keepends=True) if isinstance(source, list) else text


def _add_imports(content: dict[str, Any], statements: Sequence[str]) -> None:
    """Add imports to the instructor cell for them, which is the first code cell of the notebook."""
    cells = content["cells"]
    names = [cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in cells]
    if INSTRUCTOR_CELL in names:
        cell = cells[names.index(INSTRUCTOR_CELL)]
        lines = "".join(cell["source"]).splitlines()
        lines += [statement for statement in statements if statement not in lines]
        cell["source"] = _in_the_form_of(cell["source"], "\n".join(lines))
        return
    kinds = [cell["cell_type"] for cell in cells]
    cells.insert(kinds.index("code"), instructor_cell(statements, content["nbformat_minor"]))
