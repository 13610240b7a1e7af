"""The minutes and points of an assignment are the same wherever they are stated.

Each notebook states its own minutes. The table in the first notebook and the syllabus repeat them;
the syllabus states their sum, without notebooks that a course may delete, and the README in hours.
"""

import json
import re
from collections.abc import Iterable

import pytest
from course import EXTRA, deleted, read_assignments
from places import ROOT, SOURCE

ASSIGNMENTS = read_assignments()
README = (ROOT / "README.md").read_text(encoding="utf-8")
SYLLABUS = (ROOT / "docs/covered.md").read_text(encoding="utf-8")


def title_of(assignment: str, notebook: str) -> str:
    """The first cell of a notebook."""
    cells = json.loads((SOURCE / assignment / f"{notebook}.ipynb").read_text())["cells"]
    return "".join(cells[0]["source"])


def without_extra(assignment: str) -> list[str]:
    """The notebooks of an assignment that no course deletes."""
    extra = EXTRA.get(assignment, {})
    return [name for name in ASSIGNMENTS[assignment].notebooks if name not in extra]


def minutes_of(assignment: str, notebooks: Iterable[str]) -> list[int]:
    """The minutes that notebooks of an assignment state for themselves."""
    found = []
    for notebook in notebooks:
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
    stated = [int(row[place]) for row in rows[1:] if row[0][:1] != "-"]
    there = ASSIGNMENTS[assignment].notebooks
    assert len(stated) == len({*there, *EXTRA.get(assignment, ())})
    assert stated[: len(there)] == minutes_of(assignment, there)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_readme_states_their_sum_in_half_hours(assignment):
    stated = re.findall(rf"^\d\. `{assignment}`.*\((\d+)(½?) hours\)", README, re.M)
    halves = round(sum(minutes_of(assignment, without_extra(assignment))) / 30)
    assert stated == [(str(halves // 2), "½" * (halves % 2))]


@pytest.mark.parametrize("assignment", EXTRA)
def test_the_pages_state_minutes_and_points_of_an_extra_notebook(assignment):
    for notebook in set(EXTRA[assignment]) - set(deleted()):
        (minutes,) = minutes_of(assignment, [notebook])
        said = f"The optional notebook {notebook[0]} adds {points_of(assignment, notebook)} points."
        assert said in " ".join(SYLLABUS.split())
        section = README.partition(f". `{assignment}`")[2].partition("\n\n")[0]
        assert f"optional finale ({minutes} minutes)" in " ".join(section.split())


def counted_minutes(notebook: str) -> float:
    """How long a notebook of the primer takes, counted from what there is to read and to do.

    150 words or 15 lines of code are a minute, and so is a prediction or a loop to diagnose; a
    function to write is six and a half. Folds, checks and pictures are left out.
    """
    cells = json.loads((SOURCE / "primer" / f"{notebook}.ipynb").read_text())["cells"]
    minutes = 0.0
    for cell in cells:
        text, own = "".join(cell["source"]), cell["metadata"].get("nbgrader", {})
        if cell["cell_type"] == "markdown":
            open_text = re.sub(r"<details>.*?</details>", "", text, flags=re.S)
            minutes += len(re.findall(r"\w[\w'.-]*", open_text)) / 150 + text.count("**Predict")
        elif own.get("solution"):
            minutes += 6.5
        elif cell["id"].startswith("loop-"):
            minutes += 1 + len(text.splitlines()) / 15
        elif not own and not cell["metadata"].get("jupyter", {}).get("source_hidden"):
            minutes += len([line for line in text.splitlines() if line.strip()]) / 15
    return minutes


@pytest.mark.parametrize("notebook", ASSIGNMENTS["primer"].notebooks)
def test_the_minutes_of_the_primer_are_rounded_estimates_that_fit_a_count(notebook):
    names = ASSIGNMENTS["primer"].notebooks
    stated = dict(zip(names, minutes_of("primer", names), strict=True))[notebook]
    assert "minutes (an estimate)" in title_of("primer", notebook)
    assert stated % 5 == 0 and 30 <= stated <= 45
    assert abs(stated - counted_minutes(notebook)) <= 5, counted_minutes(notebook)


def points_of(assignment: str, notebook: str) -> int:
    """The points of the cells of a notebook."""
    cells = json.loads((SOURCE / assignment / f"{notebook}.ipynb").read_text())["cells"]
    return sum(cell["metadata"].get("nbgrader", {}).get("points", 0) for cell in cells)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_syllabus_states_minutes_points_and_every_notebook(assignment):
    notebooks = without_extra(assignment)
    sums = re.findall(rf"^- `{assignment}` \((\d+) minutes, (\d+) points\)\.", SYLLABUS, re.M)
    points = [points_of(assignment, notebook) for notebook in notebooks]
    assert sums == [(str(sum(minutes_of(assignment, notebooks))), str(sum(points)))]
    rows = re.findall(rf"^\| `{assignment}/(\S+)` \| \w.* \| (\d+) \|$", SYLLABUS, re.M)
    there = ASSIGNMENTS[assignment].notebooks
    assert [row for row in rows if row[0] not in deleted()] == [
        (name, str(minutes))
        for name, minutes in zip(there, minutes_of(assignment, there), strict=True)
    ]
