"""What the report's page says in numbers, and whom it names: worked out here, written there."""

import statistics
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ..course.record import Record
from .class_findings import MAX_ROWS, FindingRow, by_reason, heat_map, shared_cells, to_grade
from .gather import Class

SLOWEST = 5  # submissions in the list of those that took longest


class Spread(NamedTuple):
    """How some numbers lie, in their own unit."""

    values: list[float]
    least: float
    median: float
    mean: float
    most: float


@dataclass(frozen=True)
class Figures:
    """The figures of a class.

    Attributes
    ----------
    points, seconds, memory
        Of all submissions; None where nothing is known. Memory is in megabytes.
    students
        How many have a submission in the gradebook, or could have one.
    unsafe, uncounted
        How many submissions were graded without the sandbox, and without control groups.
    shared
        The test cells that ran in the student's process.
    to_grade, waiting
        Write-ups for a person, as `findings.to_grade` gives them, and how many these are.
    reasons
        Why submissions need attention, as `findings.by_reason` gives it.
    single
        Whether each student has a row of their own among `rows`, those of the heat map.
    pages
        By student and notebook, the addresses of the feedback that rows link to.
    slowest
        The submissions that took longest.
    """

    points: Spread | None
    seconds: Spread | None
    memory: Spread | None
    students: int
    unsafe: int
    uncounted: int
    shared: list[str]
    to_grade: list[tuple[str, str, list[str]]]
    waiting: int
    reasons: list[tuple[str, list[str]]]
    single: bool
    rows: list[FindingRow]
    pages: dict[str, dict[str, str]]
    slowest: list[tuple[str, Record]]


def figures_of(data: Class, beside: Path) -> Figures:
    """Work out the figures of a class, for a page in the folder `beside`."""
    records = [record.measured for record in data.records.values()]
    written = to_grade(data.submissions)
    single = len(data.submissions) <= MAX_ROWS
    timed = [(name, r) for name, r in data.records.items() if r.measured.seconds is not None]
    timed.sort(key=lambda one: (-(one[1].measured.seconds or 0.0), one[0]))
    return Figures(
        points=_spread(submission.score for submission in data.submissions),
        seconds=_spread(measured.seconds for measured in records),
        memory=_spread(measured.peak_memory_mb for measured in records),
        students=len({*data.names, *data.scores.submissions}),
        unsafe=sum(not measured.sandbox for measured in records),
        uncounted=sum(not measured.cgroup for measured in records),
        shared=shared_cells(data.records),
        to_grade=written,
        waiting=sum(len(students) for _, _, students in written),
        reasons=by_reason(data.reasons),
        single=single,
        rows=heat_map(data.scores, data.submissions),
        pages={
            submission.student_id: data.feedback_pages(submission.student_id, beside)
            for submission in (data.submissions if single else ())
        },
        slowest=sorted(timed, key=lambda one: (-(one[1].measured.seconds or 0.0), one[0]))[
            :SLOWEST
        ],
    )


def _spread(numbers: Iterable[float | None]) -> Spread | None:
    values = [number for number in numbers if number is not None]
    if not values:
        return None
    mean = statistics.fmean(values)
    return Spread(values, min(values), statistics.median(values), mean, max(values))
