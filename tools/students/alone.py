"""Standalone editions of notebooks, which contain the folder that they import from.

Entry point: `alone`. An additional first code cell, which is folded, writes the files of `lab/`
next to the notebook if they are missing: in Colab, in VS Code, or after the notebook came by mail.
During grading the files exist, and the cell writes nothing. Where there is no Validate button, each
check that is run is followed by the number of shown checks that pass.
"""

import base64
import io
import json
import textwrap
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

PACKAGE = "lab"
CELL = '''\
# @title The folder lab/. This cell creates its missing files next to the notebook.
import base64
import io
import os
import pathlib
import zipfile
import zlib

from IPython import get_ipython

FILES = """
{packed}
"""
with zipfile.ZipFile(io.BytesIO(base64.b64decode(FILES))) as files:
    files.extractall(members=[n for n in files.namelist() if not pathlib.Path(n).exists()])


def count_checks(shell, checks, checksum=zlib.crc32):
    """After each run of a shown check, print how many of them pass."""
    passed = dict.fromkeys(checks, False)

    def count(result):
        check = checksum("".join(result.info.raw_cell.split()).encode())
        if check in passed:
            passed[check] = result.success
            number = sum(passed.values())
            so_far = "" if number == len(passed) else " so far"
            print(f"{{number}} of {{len(passed)}} shown checks pass{{so_far}}.")

    shell.counts_checks = True
    shell.events.register("post_run_cell", count)


shell = get_ipython()
# Validate and grading do their own counting. Running this cell again continues the count.
if shell and "NBGRADER_EXECUTION" not in os.environ and not hasattr(shell, "counts_checks"):
    count_checks(shell, {checks})
'''


def alone(notebook: Path) -> bytes:
    """Return the standalone edition of a released notebook, as the bytes of its file.

    The folder `lab/` of the assignment must be next to the notebook.
    """
    found = json.loads(notebook.read_text("utf-8"))
    place = next(n for n, cell in enumerate(found["cells"]) if cell["cell_type"] == "code")
    packed = base64.b64encode(_zipped(notebook.parent / PACKAGE)).decode()
    checks = ", ".join(str(zlib.crc32(check.encode())) for check in _shown_checks(found["cells"]))
    checks = textwrap.fill(checks, 90, initial_indent="[", subsequent_indent="        ") + "]"
    source = CELL.format(packed="\n".join(textwrap.wrap(packed, 96)), checks=checks)
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


def _shown_checks(cells: list[dict]) -> Iterator[str]:
    """Yield the code of each check with points that has code to see, without any blanks."""
    for cell in cells:
        text = "".join(cell["source"])
        lines = [line.strip() for line in text.splitlines()]
        has_points = cell["metadata"].get("nbgrader", {}).get("points")
        if cell["cell_type"] == "code" and has_points and any(x and x[0] != "#" for x in lines):
            yield "".join(text.split())


def _zipped(package: Path) -> bytes:
    """Return an archive of the Python files of a package; the same files give the same bytes."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for path in sorted(package.rglob("*.py")):
            name = path.relative_to(package.parent).as_posix()
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return content.getvalue()
