"""Write a working engine for students who did not finish notebooks 1 and 2 of simple-grad.

    python tools/students/fallback_engine.py FILE

The file contains the reference solutions of the functions that later notebooks import. Hand it out
after those notebooks are due. If `fallback.py` is next to a student's notebooks, its functions are
used instead of missing or wrong ones. It is not part of release/ or of the students' archive.
"""

import argparse
import json
import re
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "source" / "simple-grad"
# The functions that the notebooks import from each other, in the order of the notebooks.
FALLBACK = {
    "1-tape": ["add", "grad"],
    "2-operators": ["expand_to", "sum_to", "matmul", "relu"],
}
MARKS = re.compile(r"^ *### (BEGIN|END) SOLUTION\n?", re.M)
HEADER = '''"""An engine for students who did not finish notebooks 1 and 2 of simple-grad.

While it is next to your notebooks, they use it instead of your functions. Delete it to use yours.
"""

import torch
from lab.simple_grad import Variable, record, tape
'''


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(description="Write a working engine for late students.")
    parser.add_argument("file", type=Path, help="the file to write, such as dist/fallback.py")
    target = parser.parse_args(arguments).file
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(fallback(), encoding="utf-8")
    print(f"Wrote {target}: hand it out once notebooks 1 and 2 are due.")
    return 0


def fallback() -> str:
    """Return the text of the file."""
    parts = [HEADER]
    for notebook, functions in FALLBACK.items():
        text = (SOURCE / f"{notebook}.ipynb").read_text(encoding="utf-8")
        cells = {cell["id"]: "".join(cell["source"]) for cell in json.loads(text)["cells"]}
        parts += [MARKS.sub("", cells[function]) for function in functions]
    return "\n\n\n".join(part.rstrip("\n") for part in parts) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
