"""The minutes and points of an assignment are the same wherever they are stated.

Each notebook states its own minutes. The table in the first notebook repeats them; the README and
docs/students.md state their sum.
"""

import json
import re

import pytest
from course import read_assignments
from places import ROOT, SOURCE

ASSIGNMENTS = read_assignments()
README = (ROOT / "README.md").read_text(encoding="utf-8")
STUDENTS = (ROOT / "docs/students.md").read_text(encoding="utf-8")


def title_of(assignment: str, notebook: str) -> str:
    """The first cell of a notebook."""
    cells = json.loads((SOURCE / assignment / f"{notebook}.ipynb").read_text())["cells"]
    return "".join(cells[0]["source"])


def minutes_of(assignment: str) -> list[int]:
    """The minutes that each notebook of an assignment states for itself."""
    found = []
    for notebook in ASSIGNMENTS[assignment].notebooks:
        (minutes,) = re.findall(
            r"^\*(?:About )?(\d+) minutes\b", title_of(assignment, notebook), re.M
        )
        found.append(int(minutes))
    return found


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_first_notebook_repeats_the_minutes_of_each(assignment):
    first = title_of(assignment, next(iter(ASSIGNMENTS[assignment].notebooks)))
    rows = [line.strip("| ").split(" | ") for line in first.splitlines() if line[:2] == "| "]
    place = rows[0].index("minutes")
    assert [int(row[place]) for row in rows[1:] if row[0][:1] != "-"] == minutes_of(assignment)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_readme_states_their_sum(assignment):
    stated = re.findall(rf"^\d\. `{assignment}`.*\((\d+) minutes\)", README, re.M)
    assert [int(minutes) for minutes in stated] == [sum(minutes_of(assignment))]


def points_of(assignment: str, notebook: str) -> int:
    """The points of the cells of a notebook."""
    cells = json.loads((SOURCE / assignment / f"{notebook}.ipynb").read_text())["cells"]
    return sum(cell["metadata"].get("nbgrader", {}).get("points", 0) for cell in cells)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_page_for_students_states_minutes_points_and_every_notebook(assignment):
    notebooks = list(ASSIGNMENTS[assignment].notebooks)
    points = [points_of(assignment, notebook) for notebook in notebooks]
    [row] = re.findall(rf"^\| `{assignment}` \|.*\| (\d+) \| (\d+) \| (\d+) \|$", STUDENTS, re.M)
    assert [*map(int, row)] == [len(notebooks), sum(minutes_of(assignment)), sum(points)]
    section = STUDENTS.split(f"\n### {assignment}\n")[1].split("\n#")[0]
    stated = re.findall(r"^\d\. `(.*)` \((\d+)\b", section, re.M)
    assert stated == [(name, str(number)) for name, number in zip(notebooks, points, strict=True)]
