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


def counted_minutes(assignment: str, notebook: str) -> float:
    """How long a notebook takes, counted from what there is to read and to do.

    150 words or 15 lines of code are a minute, and so is a prediction, a loop to diagnose, or a
    small task without points. A function to write is six and a half, a written answer twelve.
    Folds, checks and pictures are left out.
    """
    cells = json.loads((SOURCE / assignment / f"{notebook}.ipynb").read_text())["cells"]
    minutes = 0.0
    for cell in cells:
        text, own = "".join(cell["source"]), cell["metadata"].get("nbgrader", {})
        if cell["cell_type"] == "markdown" and own.get("solution"):
            minutes += 12
        elif cell["cell_type"] == "markdown":
            open_text = re.sub(r"<details>.*?</details>", "", text, flags=re.S)
            minutes += len(re.findall(r"\w[\w'.-]*", open_text)) / 150
            minutes += len(re.findall(r"\*\*(Predict|A small task)\b", text))
        elif own.get("solution"):
            minutes += 6.5
        elif cell["id"].startswith("loop-"):
            minutes += 1 + len(text.splitlines()) / 15
        elif not own and not cell["metadata"].get("jupyter", {}).get("source_hidden"):
            minutes += len([line for line in text.splitlines() if line.strip()]) / 15
    return minutes


# Whoever writes an engine, in notebook 5 of the lab and in simple-grad, thinks for longer than any
# count of words and lines says.
@pytest.mark.parametrize(
    ("assignment", "notebook"),
    [(name, notebook) for name in ("primer", "autograd") for notebook in without_extra(name)],
)
def test_the_minutes_of_a_notebook_are_rounded_and_fit_a_count(assignment, notebook):
    (stated,) = minutes_of(assignment, [notebook])
    counted = counted_minutes(assignment, notebook)
    assert stated % 5 == 0 and abs(stated - counted) <= 5, counted
    assert assignment != "primer" or 30 <= stated <= 45


@pytest.mark.parametrize(
    ("assignment", "notebook"),
    [(name, each) for name in ("primer", "autograd") for each in ASSIGNMENTS[name].notebooks],
)
def test_the_minutes_are_said_to_be_an_estimate(assignment, notebook):
    title = title_of(assignment, notebook)
    assert re.search(r"^\*About \d+ minutes \(an estimate\)\.", title, re.M)


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
