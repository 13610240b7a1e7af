"""Write the list of checks whose points a submission can forge, and their sums into the page.

    python tools/maintain/forgeable_list.py

writes tools/grading/forgeable.json, the table of docs/instructors.md, and the two tables of
docs/forgeable-points.md. Run it after a change of a test cell in source/, or of the reasons in
tools/grading/forgeable_reasons.toml, which must have each check of the list.

Entry points: `taken`, `page`, `page_of_reasons`.
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
PAGE_OF_REASONS = ROOT / "docs/forgeable-points.md"
TABLE = re.compile(
    r"^assignment \| points that can be forged \| points of all checks\n.*?\n(?=\n)", re.M | re.S
)
TABLES = re.compile(r"^notebook \| check \| points \| why\n(?:.+\n)*", re.M)


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


def page_of_reasons(text: str, reasons: dict[str, dict[str, str]]) -> str:
    """Return a page with a table for the checks that can be forged, and one for the others.

    Both tables of the page are replaced, in this order.
    """
    points = {}
    for name in read_assignments():
        points |= points_of(name)
    tables = []
    for kind in ("forgeable", "not_forgeable"):
        rows = ["notebook | check | points | why", "--- | --- | --- | ---"]
        for check in sorted(reasons[kind], key=list(points).index):
            assignment, notebook, cell = check.split("/")
            name = cell.removeprefix("test-")
            why = reasons[kind][check]
            rows.append(f"{assignment} {notebook[0]} | `{name}` | {points[check]} | {why}")
        tables.append("\n".join(rows) + "\n")
    assert len(TABLES.findall(text)) == len(tables), "the page should have two tables of checks"
    return TABLES.sub(lambda _: tables.pop(0), text)


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
    from forgeable import FORGEABLE, REASONS  # reads the file that was just written

    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), set(FORGEABLE)), encoding="utf-8")
    text = PAGE_OF_REASONS.read_text(encoding="utf-8")
    PAGE_OF_REASONS.write_text(page_of_reasons(text, REASONS), encoding="utf-8")


if __name__ == "__main__":
    main()
