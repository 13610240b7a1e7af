"""Standalone editions of notebooks, which contain the files that they import.

Entry point: `alone`. The first code cell, which is folded, writes those files next to the notebook
if they are missing: in Colab, in VS Code, or after the notebook came by mail. During grading the
files exist, and the cell writes nothing.
"""

import ast
import base64
import json
import textwrap
import zlib
from pathlib import Path

FIRST = "files"  # the id of the cell that it replaces
CELL = """\
# @title The files of this notebook. They are written beside it where they are missing.
import base64
import pathlib
import zlib

FILES = {{
{files}
}}
for name, packed in FILES.items():
    if not pathlib.Path(name).exists():
        pathlib.Path(name).write_bytes(zlib.decompress(base64.b64decode(packed)))
"""


def alone(notebook: Path) -> bytes:
    """Return the standalone edition of a released notebook, as the bytes of its file.

    Parameters
    ----------
    notebook
        The path of the notebook, in a folder with the files that it imports.
    """
    found = json.loads(notebook.read_text("utf-8"))
    (first,) = (cell for cell in found["cells"] if cell["id"] == FIRST)
    cells = ["".join(cell["source"]) for cell in found["cells"] if cell["cell_type"] == "code"]
    files = "\n".join(map(_packed, needed(cells, notebook.parent)))
    first["source"] = CELL.format(files=files).splitlines(keepends=True)
    # The first key folds the cell in JupyterLab, the second in Colab.
    first["metadata"] = {"jupyter": {"source_hidden": True}, "cellView": "form"}
    return (json.dumps(found, indent=1, ensure_ascii=False) + "\n").encode()


def needed(sources: list[str], folder: Path) -> list[Path]:
    """Return the files in a folder that some code imports, directly or indirectly."""
    found: list[Path] = []
    sources = list(sources)
    while sources:
        for name in _imports(sources.pop(0)):
            path = folder / f"{name}.py"
            if path.is_file() and path not in found:
                found.append(path)
                sources.append(path.read_text("utf-8"))
    return sorted(found)


def _imports(source: str) -> set[str]:
    plain = "\n".join(line for line in source.split("\n") if not line.startswith(("%", "!")))
    names = set()
    for node in ast.walk(ast.parse(plain)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").partition(".")[0])
    return names


def _packed(path: Path) -> str:
    """Return a line of `FILES`: the name of a file, and its content."""
    packed = base64.b64encode(zlib.compress(path.read_bytes(), 9)).decode()
    lines = "\n".join(f'        "{part}"' for part in textwrap.wrap(packed, 88))
    return f'    "{path.name}": (\n{lines}\n    ),'
