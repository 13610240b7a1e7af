"""Write START.md, the page that JupyterLab opens first: the assignments in order, and progress.

    python tools/students/start.py WORK
    python start

WORK is a folder of released assignments, as work_copy.py makes it. The table of an assignment is
the one in its first notebook, in whichever cell. The due date is the one that its notebooks state,
and the progress is the last result of the Validate button, which keeps it in WORK/.nbjudge/ and
writes it into the page again. The
second command is for the archive that student_zip.py makes: it adds the progress to the archive's
page, and starts JupyterLab with its arguments.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

# In the order in which students do them.
QUESTIONS = {
    "primer": "What does autograd record while a program runs, and what does `backward()` do?",
    "autograd": "How do gradients travel through a network, and along which graph?",
    "simple-grad": "How do you build an autograd engine yourself?",
}
START = "START.md"
COURSE = ".course"  # the folder of an archive with what no student opens
HANDED_OUT = Path(".released", START)  # the page of an archive, as it was handed out
RESULTS = Path(".nbjudge", "validated.json")
DUE = re.compile(r"^\*.*\b(Due on [^*]+)\*$", re.M)
HEAD = """\
# Start here

Work through each notebook from top to bottom:

1. **Predict.** In a cell with `guess(...)`, replace each `...` with your guess, and run it.
2. **Write** only in the cells that say `YOUR CODE HERE` or `YOUR ANSWER HERE`.
3. **Validate.** Press *Validate* above the notebook to see what is still wrong.
4. **Submit** the whole folder, with *Submit* beside *Validate* or the way your course tells you.

A link opens a notebook. *In class* names the steps for class; the rest is homework.

{which}
"""
ALL = "There are three assignments. Do them in this order."
NO_TABLE = "Its first notebook cannot be read, so its table is missing here.\n"
UNREADABLE = (OSError, ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError)
LAST_COLUMN = "last validation"  # by this title, Validate finds the column and writes into it
FOOT = "The last column shows the last result of *Validate*.\n"


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    file = Path(__file__).resolve()
    if file.name == "__main__.py":
        return open_archive(file.parent.parent, arguments)
    parser = argparse.ArgumentParser(description="Write START.md, the page that opens first.")
    parser.add_argument("work", type=Path, help="the folder with copies of the assignments")
    work = parser.parse_args(arguments).work
    folders = {name: work / name for name in QUESTIONS if (work / name).is_dir()}
    write(work, page(folders, work))
    return 0


def open_archive(folder: Path, arguments: list[str]) -> int:
    """Write the page of an unpacked archive, and start JupyterLab there; return an exit code."""
    print("Starting JupyterLab. It opens in your browser.", flush=True)  # the import is slow
    try:
        from jupyterlab.labapp import main as start_jupyterlab
    except ModuleNotFoundError:
        print("JupyterLab is missing. Type: pip install -r requirements.txt", file=sys.stderr)
        return 1
    write(folder, (folder / HANDED_OUT).read_text("utf-8"))
    # There, nbgrader finds the configuration that makes Validate nbjudge's.
    paths = [str(folder / COURSE), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, paths))
    os.chdir(folder)
    start_jupyterlab([START, *arguments])
    return 0


def write(folder: Path, text: str) -> None:
    """Write START.md, with a column on progress: what Validate has left in the page's folder.

    `text` is the page without the column.
    """
    results = _results(folder)

    def add(row: re.Match[str]) -> str:
        link = re.search(r"\]\(([^)]+)\)", row[0])
        title = LAST_COLUMN if "| notebook |" in row[0] else "---"
        return f"{row[0]} {_progress(results.get(link[1])) if link else title} |"

    text, rows = re.subn(r"^\|.*\|$", add, text, flags=re.M)
    text += FOOT if rows else ""
    (folder / START).write_text(text, encoding="utf-8")


def page(folders: Mapping[str, Path], root: Path) -> str:
    """Return the text of START.md, without progress: the assignments that are in `root`.

    `folders` are those of the assignments, by name. The page is in `root`, and links are relative
    to it. Assignments whose folder is elsewhere, or not known, are named in one line.
    """
    here = [name for name in QUESTIONS if name in folders and folders[name].is_relative_to(root)]
    parts = [HEAD.format(which=ALL if len(here) == len(QUESTIONS) else _course(folders, here))]
    for number, name in enumerate(QUESTIONS, 1):
        if name not in here:
            continue
        parts.append(f"## {number}. {name}\n\n{QUESTIONS[name]}\n")
        try:
            notebooks, tables, due = _read(folders[name])
            parts += [_total(tables, due), _table(notebooks, tables, root)]
        except UNREADABLE:  # a student's own file can have the first number, or none of a table
            parts.append(NO_TABLE)
    return "\n".join([*parts, ""])


def _course(folders: Mapping[str, Path], here: Collection[str]) -> str:
    """Return the line on all assignments of the course, with the hours of those elsewhere."""
    parts = []
    for name in QUESTIONS:
        if name in here:
            parts.append(f"**{name}** (in this folder)")
            continue
        try:
            _, tables, _ = _read(folders[name])
            parts.append(f"{name} ({_hours(row['minutes'] for row in tables)})")
        except UNREADABLE:
            parts.append(name)
    return f"The course has three assignments, in this order: {', '.join(parts)}."


def _read(folder: Path) -> tuple[list[Path], list[dict[str, str]], str]:
    """Return the notebooks of an assignment, the rows of their table, and its due date, if any."""
    notebooks = [path for path in sorted(folder.glob("[0-9]-*.ipynb")) if ".old" not in path.stem]
    texts = _texts(notebooks[0]) if notebooks else []
    table_of_all = next((text for text in texts if "| notebook |" in text), "")
    rows = [line.strip("| ").split(" | ") for line in table_of_all.splitlines() if line[:2] == "| "]
    tables = [dict(zip(rows[0], row, strict=False)) for row in rows[2:]]
    # A course may have deleted the last notebooks.
    tables = tables[: len(notebooks)]
    due = DUE.search(texts[0]) if texts else None
    return notebooks, tables, due[1] if due else ""


def _total(tables: Sequence[Mapping[str, str]], due: str) -> str:
    """Return the line on one assignment: hours, points and due date."""
    hours = _hours(row["minutes"] for row in tables)
    points = sum(int(row["points"]) for row in tables)
    return f"About {hours}, {points} points.{f' **{due}**' if due else ''}\n"


def _table(notebooks: Sequence[Path], tables: Sequence[Mapping[str, str]], root: Path) -> str:
    """Return the table of one assignment, with links that are relative to `root`."""
    columns = [name for name in ("minutes", "in class", "points") if name in tables[0]]
    table = [["notebook", "question", *columns], ["---"] * (2 + len(columns))]
    for path, row in zip(notebooks, tables, strict=False):
        link = path.relative_to(root).as_posix()
        about = list(row.values())[1]
        table.append([f"[{path.stem}]({link})", about, *[row[name] for name in columns]])
    return "".join(f"| {' | '.join(cells)} |\n" for cells in table)


def _hours(stated: Iterable[str]) -> str:
    """Return the sum of minutes in half hours: "50" and "45 to 60" are "1.5 to 2 hours"."""
    numbers = [minutes.split(" to ") for minutes in stated]
    low = round(sum(int(ends[0]) for ends in numbers) / 30) / 2
    high = round(sum(int(ends[-1]) for ends in numbers) / 30) / 2
    return f"{low:g} hours" if low == high else f"{low:g} to {high:g} hours"


def _texts(notebook: Path) -> list[str]:
    """Return the sources of the cells of a notebook, from the title on."""
    return ["".join(cell["source"]) for cell in json.loads(notebook.read_text("utf-8"))["cells"]]


def _progress(result: object) -> str:
    line = result.get("result") if isinstance(result, dict) else None
    return line if isinstance(line, str) else "not validated yet"


def _results(root: Path) -> dict[str, object]:
    """Return the last results of Validate by notebook; nothing if they cannot be read."""
    try:
        results = json.loads((root / RESULTS).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return results if isinstance(results, dict) else {}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
