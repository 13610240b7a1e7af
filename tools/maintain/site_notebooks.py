"""Run the released notebooks for the documentation site.

    python tools/maintain/site_notebooks.py FOLDER

writes FOLDER/notebooks/ for Sphinx, and FOLDER/alone/, the standalone editions for download. A
reader sees the same as a student: the text, the tasks, the checks, and the output of the given
cells. Outputs that need the student's own functions are left out, and cells after a prediction are
folded. A notebook is run again if a file of its assignment has changed.
"""

import hashlib
import os
import shutil
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

sys.path.append(str(Path(__file__).resolve().parents[1] / "students"))
from alone import alone

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 300  # for a cell
UNWRITTEN = "not written yet"  # printed by an instructor cell that needs the student's function
NO_GUESS = "No guess yet: "  # begins a line that asks the student for a guess
DOWNLOAD = (
    "{{download}}`Download this notebook <{way}>` to work in it; its files are included. Here you "
    "see it as students get it. Output is folded, so you can guess first."
)
FOLDED = {"code_prompt_show": "Show the code", "code_prompt_hide": "Hide the code"}
PRINTED = {"code_prompt_show": "Show output", "code_prompt_hide": "Hide output"}


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    if len(arguments) != 1:
        print("usage: site_notebooks.py FOLDER", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    released = sorted(ROOT.glob("release/*/*.ipynb"))
    wanted = {path.relative_to(ROOT / "release") for path in released}
    for kind in ("notebooks", "alone"):
        for path in folder.glob(f"{kind}/*/*.ipynb"):
            if path.relative_to(folder / kind) not in wanted:
                path.unlink()
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for line in pool.map(partial(write, folder), released):
            print(line, flush=True)
    return 0


def write(folder: Path, path: Path) -> str:
    """Write a released notebook for readers of the site, and its edition for download.

    They are in the subfolders `notebooks/` and `alone/` of `folder`. Return a line that reports the
    result.
    """
    name = f"{path.parent.name}/{path.name}"
    shown, download = folder / "notebooks" / name, folder / "alone" / name
    download.parent.mkdir(parents=True, exist_ok=True)
    download.write_bytes(alone(path))
    made_from = digest(path.parent)
    if shown.is_file() and nbformat.read(shown, 4).metadata.get("made_from") == made_from:
        return f"{name} has not changed"
    notebook = for_readers(run(path), f"../../alone/{name}")
    notebook.metadata["made_from"] = made_from
    shown.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, shown)
    return f"{name} was run"


def digest(folder: Path) -> str:
    """Return the SHA-256 digest of all inputs of an assignment's pages."""
    found = hashlib.sha256(f"torch {version('torch')}".encode())
    for path in [*sorted(folder.iterdir()), Path(__file__)]:
        if path.is_file():
            found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def run(path: Path) -> NotebookNode:
    """Run a released notebook in a copy of its folder, past errors; return it with outputs."""
    notebook = nbformat.read(path, 4)
    with TemporaryDirectory() as folder:
        copy = shutil.copytree(path.parent, Path(folder, path.parent.name))
        resources = {"metadata": {"path": str(copy)}}
        client = NotebookClient(notebook, timeout=SECONDS, allow_errors=True, resources=resources)
        client.extra_arguments = ["--log-level=ERROR"]
        client.execute()
    return notebook


def for_readers(notebook: NotebookNode, way: str) -> NotebookNode:
    """Prepare an executed notebook for readers of the site, in place, and return it.

    `way` is the path from its page to the edition for download.
    """
    title, *cells = notebook.cells
    for cell in cells:
        if cell.cell_type == "code":
            _mark(cell)
    notebook.cells = [title, new_markdown_cell(DOWNLOAD.format(way=way), id="download"), *cells]
    return notebook


def _mark(cell: NotebookNode) -> None:
    """Fold a code cell where that helps a reader, and remove outputs that are of no use to them."""
    own = cell.metadata.get("nbgrader", {})
    tags = []
    if own.get("solution"):
        tags.append("to-write")
        cell.outputs = []
    elif own.get("grade"):
        tags.append("hide-input")
        # The first line of such a cell is a comment with its subject.
        words = cell.source.partition("\n")[0].removeprefix("# ")
        cell.metadata["mystnb"] = {"code_prompt_show": words, "code_prompt_hide": words}
        cell.outputs = []
    elif any(map(_waits, cell.outputs)):
        cell.outputs = []
    elif cell.metadata.get("jupyter", {}).get("source_hidden"):
        tags.append("hide-input")  # a picture: part of the text
        cell.metadata["mystnb"] = FOLDED
    elif cell.outputs:
        tags.append("hide-output")
        cell.metadata["mystnb"] = PRINTED
    for output in cell.outputs:
        if "text" in output:
            lines = output.text.splitlines(keepends=True)
            output.text = "".join(line for line in lines if not line.startswith(NO_GUESS))
    cell.metadata["tags"] = [*cell.metadata.get("tags", []), *tags]


def _waits(output: NotebookNode) -> bool:
    """Return True if an output only says that the student has not written something yet."""
    return output.output_type == "error" or UNWRITTEN in output.get("text", "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
