"""Tags of in-process cells, written into a notebook in which nothing else is changed."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from .findings import NOTHING, Key, Tags


def write_tags(notebook: Path, tags: Tags, sources: Mapping[Key, str] = NOTHING) -> list[str]:
    """Tag cells of a notebook file.

    `tags`, and `sources`, the new sources of cells, can be of several notebooks. Return a phrase
    for each cell that was changed, in the order of the notebook. A tag that the cell already has is
    not added again.
    """
    text = notebook.read_text(encoding="utf-8")
    done = []
    content = json.loads(text)
    for cell in content["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        present = cell["metadata"].get("tags", [])
        key = (notebook.stem, name)
        if key in sources:
            cell["source"] = sources[key]
            done.append(f"{name}: new source")
        new = [tag for tag in tags.get(key, ()) if tag not in present]
        if new:
            cell["metadata"]["tags"] = [*present, *new]
            done.append(f"{name}: {' and '.join(new)}")
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
