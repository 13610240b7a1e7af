"""Write model answers, for those who learn alone: the notebooks with their solution cells filled.

    python tools/students/solutions.py [FOLDER]

For each assignment in source/, writes the notebooks and the folder `lab/` next to them to
FOLDER/<assignment>/ (FOLDER: solutions/). Hidden tests and mark schemes are left out. An assignment
whose due date is ahead is left out, too. Do not put these files into release/.
"""

import argparse
import json
import re
import shutil
import sys
from pathlib import Path

from due_dates import open_until, refusal

ROOT = Path(__file__).resolve().parents[2]
SECRET = re.compile(r"^.*### BEGIN (HIDDEN TESTS|MARK SCHEME).*\n(?:.*\n)*?.*### END \1.*\n?", re.M)
MARKER = re.compile(r"^ *### (?:BEGIN|END) SOLUTION.*\n?", re.M)


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(description="Write model answers to all assignments.")
    parser.add_argument(
        "folder", type=Path, nargs="?", default=ROOT / "solutions", help="where to write them"
    )
    target = parser.parse_args(arguments).folder
    code = 0
    for source in sorted(path.parent for path in ROOT.glob("source/*/1-*.ipynb")):
        if last := open_until(ROOT, source.name):
            print(refusal(source.name, last), file=sys.stderr)
            code = 1
            continue
        folder = target / source.name
        folder.mkdir(parents=True, exist_ok=True)
        unwanted = shutil.ignore_patterns("__pycache__")
        shutil.copytree(source / "lab", folder / "lab", ignore=unwanted, dirs_exist_ok=True)
        for path in source.glob("*.ipynb"):
            (folder / path.name).write_text(solved(path.read_text("utf-8")), encoding="utf-8")
        print(f"Wrote the model answers to {source.name} into {folder}")
    return code


def solved(text: str) -> str:
    """Return a source notebook with solutions, without hidden tests and mark schemes, as JSON."""
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        source = SECRET.sub("", "".join(cell["source"]) + "\n")
        cell["source"] = MARKER.sub("", source).rstrip("\n").splitlines(keepends=True)
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
