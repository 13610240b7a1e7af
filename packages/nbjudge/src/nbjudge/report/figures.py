"""Figures of the report's page, and the students that it names; the template only prints them."""

import statistics
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from ..course.missing_modules import module_sentences
from ..gradebook.scores import ScoredCell
from .class_findings import MAX_ROWS, by_reasons, heat_map, in_process_cells, to_grade
from .columns import student_columns
from .gather import Class
from .sections import SectionCell

SLOWEST = 5  # at most so many submissions are listed as the slowest


class Spread(NamedTuple):
    """Numbers with their minimum, median, mean and maximum, all in the numbers' own unit."""

    values: list[float]
    least: float
    median: float
    mean: float
    most: float


class PageColumn(NamedTuple):
    """Column of the heat map: its heading, a note below it, and its text by student."""

    heading: str
    note: str
    texts: dict[str, str]


def figures_of(data: Class, beside: Path) -> dict[str, Any]:
    """Compute the figures of a class, as the variable `figures` of the page's template.

    Links to feedback are relative to the folder `beside`. `points`, `seconds` (wall time) and
    `memory` (peak, in megabytes) are each a `Spread`, or None without values. `students` counts all
    who are in the gradebook or have a submission in it. `unsafe` and `uncounted` count the
    submissions graded without the sandbox, and without control groups. `in_process` has the test
    cells that ran in the student's process, and `waiting` the number of write-ups for manual
    grading. `reasons` has the students of each set of reasons. `commonest` has each mistake as a
    sentence, the next cell of its row (a notebook, if the messages of the checks are the mistakes),
    and its students, the commonest first. `forgeable` has the test cells whose points can be forged
    by each means. `modules` has a sentence for each module that the class
    lacked. `single` is True if each student has a row of their own in the heat map; only then does
    `pages` have URLs of feedback, by student and notebook. `columns` has the other columns of the
    heat map, each a `PageColumn`.
    """
    records = [record.measured for record in data.records.values()]
    written = to_grade(data.scores, data.records)
    single = len(data.submissions) <= MAX_ROWS
    timed = [(name, r) for name, r in data.records.items() if r.measured.seconds is not None]
    # By id among equals, so that the page of the same class is always the same.
    timed.sort(key=lambda one: (-(one[1].measured.seconds or 0.0), one[0]))
    return {
        "points": _spread(submission.score for submission in data.submissions),
        "seconds": _spread(measured.seconds for measured in records),
        "memory": _spread(measured.peak_memory_mb for measured in records),
        "students": len({*data.names, *data.scores.submissions}),
        "unsafe": sum(measured.sandbox is False for measured in records),
        "uncounted": sum(measured.cgroup is False for measured in records),
        "in_process": in_process_cells(data.records),
        "to_grade": written,
        "waiting": sum(len(students) for _, _, students in written),
        "reasons": by_reasons(data.reasons),
        "commonest": _commonest(data),
        "modules": module_sentences(data.records.values()),
        "forgeable": _forgeable(data),
        "single": single,
        "rows": heat_map(data.scores, data.submissions),
        "columns": _columns(data),
        "pages": {
            submission.student_id: data.feedback_pages(submission.student_id, beside)
            for submission in (data.submissions if single else ())
        },
        "slowest": timed[:SLOWEST],
    }


def _columns(data: Class) -> list[PageColumn]:
    columns = []
    for column in student_columns(data):
        if not column.heading:
            continue
        values = {s.student_id: column.value(s) for s in data.submissions}
        texts = {
            student: column.digits % value for student, value in values.items() if value is not None
        }
        if texts:
            columns.append(PageColumn(column.heading, column.note, texts))
    return columns


def _commonest(data: Class) -> list[tuple[str, SectionCell, list[str]]]:
    """Return the rows of the course's own table of mistakes; without one, all checks' messages."""
    for section in data.sections:
        if section.mistakes:
            rows = [(row, [c for c in row[1:] if isinstance(c, list)]) for row in section.rows]
            return [(str(row[0]), row[1], lists[0]) for row, lists in rows if lists]
    found = [(m.text, c.cell.notebook, m.students) for c in data.checks for m in c.messages]
    return sorted(found, key=lambda one: -len(one[2]))


def _forgeable(data: Class) -> list[tuple[str, list[ScoredCell]]]:
    cells_of: dict[str, list[ScoredCell]] = {}
    for check in data.checks:
        means = data.forgeable.get((check.cell.notebook, check.cell.name))
        if means is not None:
            cells_of.setdefault(means, []).append(check.cell)
    return list(cells_of.items())


def _spread(numbers: Iterable[float | None]) -> Spread | None:
    values = [number for number in numbers if number is not None]
    if not values:
        return None
    mean = statistics.fmean(values)
    return Spread(values, min(values), statistics.median(values), mean, max(values))
