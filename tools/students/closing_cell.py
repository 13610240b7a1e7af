"""The last cell of a student's copy of a notebook: links to START.md and to the model answers.

    python tools/students/closing_cell.py FOLDER

adds it to the notebooks of the assignments in FOLDER, without model answers. Entry point: `add`.
`release/` does not have this cell: there is no START.md next to a notebook that a student fetches
from nbgrader's exchange.
"""

import json
import sys
from pathlib import Path

START = "Back to [the list of all notebooks]({start})."
COMPARE = "Once all visible checks pass, compare your answers with the model answers"
IN_REPOSITORY = (
    f"{COMPARE}: `python3 tools/students/solutions.py`, run in the folder of the repository, "
    "writes them into `solutions/{assignment}/`."
)
IN_ARCHIVE = f"{COMPARE} in [solutions/{{name}}](solutions/{{name}})."


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    if len(arguments) != 1:
        print("usage: closing_cell.py FOLDER", file=sys.stderr)
        return 2
    for path in sorted(Path(arguments[0]).glob("*/*.ipynb")):
        path.write_bytes(add(path.read_bytes(), "../START.md"))
    return 0


def add(content: bytes, start: str, answers: str = "") -> bytes:
    """Return a notebook, given as the bytes of its file, with one more cell.

    `start` is the path of START.md, relative to the notebook. `answers` is a paragraph of Markdown
    on the model answers, or "".
    """
    notebook = json.loads(content)
    text = "\n\n".join(filter(None, [answers, START.format(start=start)]))
    cell = {"cell_type": "markdown", "id": "back-to-start", "metadata": {}}
    notebook["cells"].append({**cell, "source": text.splitlines(keepends=True)})
    return (json.dumps(notebook, indent=1, ensure_ascii=False) + "\n").encode()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
