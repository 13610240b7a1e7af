"""Standalone editions of notebooks, which contain the folder that they import from.

Entry point: `alone`. An additional first code cell, which is folded, writes the files of `lab/`
next to the notebook if they are missing: in Colab, in VS Code, or after the notebook came by mail.
During grading the files exist, and the cell writes nothing.
"""

import base64
import io
import json
import textwrap
import zipfile
from pathlib import Path

PACKAGE = "lab"
CELL = '''\
# @title The folder lab/ of this notebook. What is missing of it is written beside the notebook.
import base64
import io
import pathlib
import zipfile

FILES = """
{packed}
"""
with zipfile.ZipFile(io.BytesIO(base64.b64decode(FILES))) as files:
    files.extractall(members=[n for n in files.namelist() if not pathlib.Path(n).exists()])
'''


def alone(notebook: Path) -> bytes:
    """Return the standalone edition of a released notebook, as the bytes of its file.

    Parameters
    ----------
    notebook
        The path of the notebook, next to its folder `lab/`.
    """
    found = json.loads(notebook.read_text("utf-8"))
    place = next(n for n, cell in enumerate(found["cells"]) if cell["cell_type"] == "code")
    packed = base64.b64encode(_zipped(notebook.parent / PACKAGE)).decode()
    source = CELL.format(packed="\n".join(textwrap.wrap(packed, 96)))
    cell = {
        "cell_type": "code",
        "execution_count": None,
        "id": "files",
        # The first key folds the cell in JupyterLab, the second in Colab.
        "metadata": {"jupyter": {"source_hidden": True}, "cellView": "form"},
        "outputs": [],
        "source": source.splitlines(keepends=True),
    }
    found["cells"].insert(place, cell)
    return (json.dumps(found, indent=1, ensure_ascii=False) + "\n").encode()


def _zipped(package: Path) -> bytes:
    """Return an archive of the Python files of a package; the same files give the same bytes."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for path in sorted(package.glob("*.py")):
            entry = zipfile.ZipInfo(f"{package.name}/{path.name}", (2020, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return content.getvalue()
