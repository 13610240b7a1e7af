"""The minutes and points of an assignment are the same wherever they are stated.

Each notebook states its own minutes, a number or a range ("45", "45 to 60"), and which of its steps
are for class. The table in the first notebook and the syllabus repeat them; the syllabus states
their sum, and the README in hours.
"""

import json
import re
from collections.abc import Iterable
from typing import NamedTuple

import pytest
from course import EXTRA, deleted, read_assignments
from support.paths import ROOT, SOURCE

ASSIGNMENTS = read_assignments()
README = (ROOT / "README.md").read_text(encoding="utf-8")
SYLLABUS = (ROOT / "docs/syllabus.md").read_text(encoding="utf-8")
RANGE = r"\d+(?: to \d+)?"


class Minutes(NamedTuple):
    """A range of minutes; both ends are equal if only one number is stated."""

    low: int
    high: int

    @classmethod
    def read(cls, text: str) -> "Minutes":
        """Read "45" or "45 to 60"."""
        numbers = [int(number) for number in text.split(" to ")]
        return cls(numbers[0], numbers[-1])

    def __str__(self) -> str:
        return _range(str(self.low), str(self.high))

    def in_half_hours(self) -> str:
        """Return the range rounded to half hours, such as "2½ to 4"."""
        return _range(_half_hours(self.low), _half_hours(self.high))


def _range(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"


def _half_hours(minutes: int) -> str:
    halves = round(minutes / 30)
    return f"{halves // 2}{'½' * (halves % 2)}"


def total(ranges: Iterable[Minutes]) -> Minutes:
    """Return the sum of ranges, of both ends."""
    stated = list(ranges)
    return Minutes(sum(minutes.low for minutes in stated), sum(minutes.high for minutes in stated))


@pytest.mark.parametrize(
    ("texts", "sum_of_all", "hours"),
    [
        (["35", "40"], "75", "1"),
        (["35 to 50", "40"], "75 to 90", "1 to 1½"),
        (["110", "115 to 120"], "225 to 230", "4"),
    ],
)
def test_ranges_are_added(texts, sum_of_all, hours):
    found = total(map(Minutes.read, texts))
    assert (str(found), found.in_half_hours()) == (sum_of_all, hours)


def title_of(assignment: str, notebook: str) -> str:
    """The first cell of a notebook."""
    cells = json.loads((SOURCE / assignment / f"{notebook}.ipynb").read_text())["cells"]
    return "".join(cells[0]["source"])


def minutes_of(assignment: str, notebooks: Iterable[str]) -> list[Minutes]:
    """The minutes that notebooks of an assignment state for themselves."""
    stated = []
    for notebook in notebooks:
        title = title_of(assignment, notebook)
        (minutes,) = re.findall(rf"^\*(?:About )?({RANGE}) minutes\b", title, re.M)
        stated.append(Minutes.read(minutes))
    return stated


def table_of(assignment: str) -> list[list[str]]:
    """The table of all notebooks that an assignment's first notebook has, row by row."""
    first = next(iter(ASSIGNMENTS[assignment].notebooks))
    cells = json.loads((SOURCE / assignment / f"{first}.ipynb").read_text())["cells"]
    (text,) = [
        text for text in map("".join, (c["source"] for c in cells)) if "| notebook |" in text
    ]
    return [line.strip("| ").split(" | ") for line in text.splitlines() if line[:2] == "| "]


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_first_notebook_repeats_the_minutes_of_each(assignment):
    rows = table_of(assignment)
    place = rows[0].index("minutes")
    stated = [Minutes.read(row[place]) for row in rows[1:] if row[0][:1] != "-"]
    there = ASSIGNMENTS[assignment].notebooks
    assert len(stated) == len({*there, *EXTRA.get(assignment, ())})
    assert stated[: len(there)] == minutes_of(assignment, there)


@pytest.mark.skipif(bool(deleted()), reason="the pages are about the lab with its finale")
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_readme_states_their_sum_in_half_hours(assignment):
    stated = re.findall(rf"^\d\. `{assignment}`.*?\(([^()]+) hours\)", README, re.M)
    minutes = total(minutes_of(assignment, ASSIGNMENTS[assignment].notebooks))
    assert stated == [minutes.in_half_hours()]


CLASS = re.compile(r"^\*In class: (.+) \((\d+) minutes\)\. The rest is homework\.\*$", re.M)
IN_CLASS = [(name, each) for name in ("primer", "autograd") for each in ASSIGNMENTS[name].notebooks]


@pytest.mark.parametrize(("assignment", "notebook"), IN_CLASS)
def test_the_steps_for_class_fit_into_an_hour_and_are_the_same_on_each_page(assignment, notebook):
    ((steps, minutes),) = CLASS.findall(title_of(assignment, notebook))
    (stated,) = minutes_of(assignment, [notebook])
    assert int(minutes) <= min(50, stated.high)
    text = (SOURCE / assignment / f"{notebook}.ipynb").read_text()
    first, _, last = steps.partition(" to ")
    numbers = re.findall(r"\d", f"{first} {last.replace('loops A', '')}")
    assert numbers and all(f"## Step {number}:" in text for number in numbers)
    rows = table_of(assignment)
    row = rows[1 + int(notebook[0])]
    assert row[rows[0].index("in class")] == steps
    assert re.search(
        rf"^\| `{assignment}/{notebook}` \| .* \| {steps} \| {stated} \|$", SYLLABUS, re.M
    )


@pytest.mark.parametrize(
    ("assignment", "notebook"),
    [(name, each) for name in ("primer", "autograd") for each in ASSIGNMENTS[name].notebooks],
)
def test_the_minutes_are_said_to_be_an_estimate(assignment, notebook):
    title = title_of(assignment, notebook)
    assert re.search(rf"^\*About {RANGE} minutes \(an estimate\)\.", title, re.M)


def points_of(assignment: str, notebook: str) -> int:
    """The points of the cells of a notebook."""
    cells = json.loads((SOURCE / assignment / f"{notebook}.ipynb").read_text())["cells"]
    return sum(cell["metadata"].get("nbgrader", {}).get("points", 0) for cell in cells)


@pytest.mark.skipif(bool(deleted()), reason="the pages are about the lab with its finale")
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_syllabus_states_minutes_points_and_every_notebook(assignment):
    notebooks = ASSIGNMENTS[assignment].notebooks
    sums = re.findall(rf"^- `{assignment}` \(({RANGE}) minutes, (\d+) points\)\.", SYLLABUS, re.M)
    points = [points_of(assignment, notebook) for notebook in notebooks]
    assert sums == [(str(total(minutes_of(assignment, notebooks))), str(sum(points)))]
    rows = re.findall(rf"^\| `{assignment}/(\S+)` \| \w.* \| ({RANGE}) \|$", SYLLABUS, re.M)
    there = ASSIGNMENTS[assignment].notebooks
    assert [row for row in rows if row[0] not in deleted()] == [
        (name, str(minutes))
        for name, minutes in zip(there, minutes_of(assignment, there), strict=True)
    ]


def test_simple_grad_repeats_its_hours_in_words():
    words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    minutes = total(minutes_of("simple-grad", ASSIGNMENTS["simple-grad"].notebooks))
    hours = [words[round(end / 60)] for end in sorted(set(minutes))]
    title = title_of("simple-grad", "1-tape")
    assert f"That is about {' to '.join(hours)} hours." in " ".join(title.split())
