"""Write the second table of docs/terms.md: what the words of the notebooks are called elsewhere.

    python tools/elsewhere.py           regenerate the table

It is collected from the section "Elsewhere this is called" at the end of the notebooks, the only
place where the words are written. `tests/lab/test_terms.py` compares the page with the notebooks.
"""

import json
import re
from collections.abc import Iterator

from course import ROOT, SOURCE, read_assignments

PAGE = ROOT / "docs" / "terms.md"
HEADING = "## Elsewhere this is called"
HEAD = """\
| here | in books and in PyTorch's documentation | notebook |
| --- | --- | --- |
"""


def rows() -> Iterator[str]:
    """Yield the rows of the table, in reading order."""
    for assignment in read_assignments().values():
        for task in assignment.tasks:
            path = SOURCE / assignment.name / f"{task.name}.ipynb"
            for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
                _, found, section = "".join(cell["source"]).partition(HEADING)
                for row in re.findall(r"^\| .*\|$", section if found else "", re.M)[2:]:
                    yield f"{row} `{assignment.name}/{task.name}` |\n"


def with_table(page: str) -> str:
    """Return the text of the page with the table from the notebooks."""
    before, heading, _ = page.partition(f"{HEADING}\n")
    return f"{before}{heading}\n{HEAD}{''.join(rows())}"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
