"""Write START.md, the page that JupyterLab opens first: the assignments in order, and progress.

    python tools/start.py WORK

WORK is a folder of released assignments, as tools/work_copy.py makes it. The table of an assignment
is the one in its first notebook. The due date is the one that its notebooks state, and the progress
is the last result of the Validate button, which keeps it in WORK/.nbjudge/.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

# In the order in which students do them.
QUESTIONS = {
    "primer": "What does autograd record while a program runs, and what does `backward()` do?",
    "autograd": "How do gradients travel through a network, and along which graph?",
    "simple-grad": "How do you build such an engine yourself?",
}
RESULTS = Path(".nbjudge", "validated.json")
DUE = re.compile(r"^\*.*\b(Due on [^*]+)\*$", re.M)
HEAD = """\
# Start here

{which} A link opens a notebook. Work from top to bottom, and write
only in the cells that say `YOUR CODE HERE` or `YOUR ANSWER HERE`. The button *Validate* above a
notebook says what is still wrong.
"""
ALL = "There are three assignments. Do them in this order."
ONE = "There are three assignments, to be done in this order. This folder holds one of them."
FOOT = "The last column is what *Validate* said last, before `make lab` was started.\n"


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    if len(arguments) != 1:
        print(f"usage: {Path(sys.argv[0]).name} WORK", file=sys.stderr)
        return 2
    work = Path(arguments[0])
    folders = {name: work / name for name in QUESTIONS if (work / name).is_dir()}
    text = page(folders, work, _results(work)) + FOOT
    (work / "START.md").write_text(text, encoding="utf-8")
    return 0


def page(
    folders: Mapping[str, Path], root: Path, results: Mapping[str, object] | None = None
) -> str:
    """Return the text of START.md.

    Parameters
    ----------
    folders
        The folders of the assignments that are there, by name.
    root
        The folder of the page, to which its links are relative.
    results
        The last results of Validate, by notebook, for a column on progress; None for no column.
    """
    parts = [HEAD.format(which=ALL if len(folders) == len(QUESTIONS) else ONE)]
    for number, (name, question) in enumerate(QUESTIONS.items(), 1):
        parts.append(f"## {number}. {name}\n\n{question}\n")
        if name in folders:
            parts += _assignment(folders[name], root, results)
    return "\n".join([*parts, ""])


def _assignment(folder: Path, root: Path, results: Mapping[str, object] | None) -> Iterator[str]:
    """Yield the lines on one assignment: its minutes, points and due date, and its table."""
    notebooks = [path for path in sorted(folder.glob("[0-9]-*.ipynb")) if ".old" not in path.stem]
    first = _title(notebooks[0]) if notebooks else ""
    rows = [line.strip("| ").split(" | ") for line in first.splitlines() if line[:2] == "| "]
    tables = [dict(zip(rows[0], row, strict=False)) for row in rows[2:]]
    minutes, points = (sum(int(row[key]) for row in tables) for key in ("minutes", "points"))
    due = DUE.search(first)
    yield f"{minutes} minutes, {points} points.{f' **{due[1]}**' if due else ''}\n"
    head = ["notebook", "what it is about", "minutes", "points"]
    head += [] if results is None else ["shown checks that pass"]
    table = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    for path, row in zip(notebooks, tables, strict=False):
        link = path.relative_to(root).as_posix()
        about = list(row.values())[1]
        cells = [f"[{path.stem}]({link})", about, row["minutes"], row["points"]]
        cells += [] if results is None else [_progress(results.get(link))]
        table.append(f"| {' | '.join(cells)} |")
    yield "\n".join(table) + "\n"


def _title(notebook: Path) -> str:
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    return "".join(cells[0]["source"]) if cells else ""


def _progress(result: object) -> str:
    if isinstance(result, dict) and {"passed", "shown"} <= result.keys():
        return f"{result['passed']} of {result['shown']}"
    return ""


def _results(root: Path) -> dict[str, object]:
    """Return the last results of Validate by notebook; nothing if they cannot be read."""
    try:
        results = json.loads((root / RESULTS).read_bytes())
    except (OSError, ValueError):
        return {}
    return results if isinstance(results, dict) else {}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
