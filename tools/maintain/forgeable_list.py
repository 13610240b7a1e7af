"""Write the list of checks whose points a submission can forge, and their sums into the page.

    python tools/maintain/forgeable_list.py

writes tools/grading/forgeable.json, from which the course's configuration takes the list, and the
table of docs/instructors.md. Run it after a change of a test cell in source/.

Entry points: `taken`, `page`.
"""

import argparse
import json
import re
import sys
from pathlib import Path

from nbjudge import names_taken_in

sys.path.append(str(Path(__file__).resolve().parents[1] / "grading"))
from course import ROOT, SOURCE, read_assignments

LIST = ROOT / "tools/grading/forgeable.json"
PAGE = ROOT / "docs/instructors.md"
TABLE = re.compile(
    r"^assignment \| points that can be forged \| points of all checks\n.*?\n(?=\n)", re.M | re.S
)


def taken() -> dict[str, list[str]]:
    """Return the names that each check in source/ takes from the submission.

    A check is named as the configuration names it: assignment/notebook/grade_id.
    """
    checks = {}
    for assignment in read_assignments().values():
        for notebook in assignment.notebooks:
            names = names_taken_in(SOURCE / assignment.name / f"{notebook}.ipynb")
            for check, taken_names in names.items():
                checks[f"{assignment.name}/{notebook}/{check}"] = taken_names
    return checks


def page(text: str, forgeable: set[str]) -> str:
    """Return a page with the table of points for a list of checks."""
    rows = ["assignment | points that can be forged | points of all checks", "--- | --- | ---"]
    for assignment in read_assignments().values():
        total = 0
        sum_of_forgeable = 0
        for check, points in points_of(assignment.name).items():
            total += points
            sum_of_forgeable += points if check in forgeable else 0
        rows.append(f"`{assignment.name}` | {sum_of_forgeable} | {total}")
    assert TABLE.search(text), "the page has no table of points that can be forged"
    return TABLE.sub("\n".join(rows) + "\n", text)


def points_of(assignment: str) -> dict[str, int]:
    """Return the points of each check of an assignment."""
    points = {}
    for path in sorted((SOURCE / assignment).glob("*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            about = cell["metadata"].get("nbgrader", {})
            if about.get("grade") and not about["solution"]:
                points[f"{assignment}/{path.stem}/{about['grade_id']}"] = about["points"]
    return points


def main() -> None:
    """Run the command."""
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    LIST.write_text(json.dumps(taken(), indent=2) + "\n", encoding="utf-8")
    from forgeable import FORGEABLE  # reads the file that was just written

    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), set(FORGEABLE)), encoding="utf-8")


if __name__ == "__main__":
    main()
