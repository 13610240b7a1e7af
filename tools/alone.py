"""Make the edition of a notebook that stands alone: it brings the files that it imports.

Entry point: `alone`. Its first code cell, which is folded, writes those files beside it where they
are missing, as in Colab, in VS Code, or out of a mail. In grading they are there, and it writes
nothing.
"""

import ast
import base64
import json
import textwrap
import zlib
from pathlib import Path

FIRST = "files"  # the id of the cell in whose place it comes
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
    """Return a released notebook with the files beside it that it imports.

    Parameters
    ----------
    notebook
        The notebook in its folder.
    """
    found = json.loads(notebook.read_text("utf-8"))
    (first,) = (cell for cell in found["cells"] if cell["id"] == FIRST)
    cells = ["".join(cell["source"]) for cell in found["cells"] if cell["cell_type"] == "code"]
    files = "\n".join(map(_packed, needed(cells, notebook.parent)))
    first["source"] = CELL.format(files=files).splitlines(keepends=True)
    # Folded in JupyterLab, and in Colab.
    first["metadata"] = {"jupyter": {"source_hidden": True}, "cellView": "form"}
    return (json.dumps(found, indent=1, ensure_ascii=False) + "\n").encode()


def needed(sources: list[str], folder: Path) -> list[Path]:
    """Find the files in a folder that pieces of code import, and those that these import."""
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
    """A line of `FILES`: the name of a file, and what is in it."""
    packed = base64.b64encode(zlib.compress(path.read_bytes(), 9)).decode()
    lines = "\n".join(f'        "{part}"' for part in textwrap.wrap(packed, 88))
    return f'    "{path.name}": (\n{lines}\n    ),'
