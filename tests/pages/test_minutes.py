"""The minutes and points of an assignment are the same wherever they are stated.

Each notebook states its own minutes, a number or a range ("45", "45 to 60"). The table in the first
notebook and the syllabus repeat them; the syllabus states their sum, without notebooks that a
course may delete, and the README in hours.
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


def without_extra(assignment: str) -> list[str]:
    """The notebooks of an assignment that no course deletes."""
    extra = EXTRA.get(assignment, {})
    return [name for name in ASSIGNMENTS[assignment].notebooks if name not in extra]


def minutes_of(assignment: str, notebooks: Iterable[str]) -> list[Minutes]:
    """The minutes that notebooks of an assignment state for themselves."""
    stated = []
    for notebook in notebooks:
        title = title_of(assignment, notebook)
        (minutes,) = re.findall(rf"^\*(?:About )?({RANGE}) minutes\b", title, re.M)
        stated.append(Minutes.read(minutes))
    return stated


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_first_notebook_repeats_the_minutes_of_each(assignment):
    first = title_of(assignment, next(iter(ASSIGNMENTS[assignment].notebooks)))
    rows = [line.strip("| ").split(" | ") for line in first.splitlines() if line[:2] == "| "]
    place = rows[0].index("minutes")
    stated = [Minutes.read(row[place]) for row in rows[1:] if row[0][:1] != "-"]
    there = ASSIGNMENTS[assignment].notebooks
    assert len(stated) == len({*there, *EXTRA.get(assignment, ())})
    assert stated[: len(there)] == minutes_of(assignment, there)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_readme_states_their_sum_in_half_hours(assignment):
    stated = re.findall(rf"^\d\. `{assignment}`.*?\(([^()]+) hours\)", README, re.M)
    minutes = total(minutes_of(assignment, without_extra(assignment)))
    assert stated == [minutes.in_half_hours()]


@pytest.mark.parametrize("assignment", EXTRA)
def test_the_pages_state_minutes_and_points_of_an_extra_notebook(assignment):
    for notebook in set(EXTRA[assignment]) - set(deleted()):
        (minutes,) = minutes_of(assignment, [notebook])
        said = f"The optional notebook {notebook[0]} adds {points_of(assignment, notebook)} points."
        assert said in " ".join(SYLLABUS.split())
        section = README.partition(f". `{assignment}`")[2].partition("\n\n")[0]
        assert f"optional finale ({minutes} minutes)" in " ".join(section.split())


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


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_syllabus_states_minutes_points_and_every_notebook(assignment):
    notebooks = without_extra(assignment)
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
