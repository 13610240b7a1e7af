"""Tables of the report as CSV, for a spreadsheet or a script.

Entry point: `write_tables`. Text that students wrote is escaped so that no spreadsheet program runs
it as a formula (`nbjudge.plugins.exports.escape_formula`).
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from pathlib import Path

from ..course.failed_cells import CheckMessage
from ..files.text import one_line
from ..plugins.exports import escape_formula
from .columns import (
    CELL_COLUMNS,
    CHECK_COLUMNS,
    MESSAGE_COLUMNS,
    CellRow,
    Column,
    MessageRow,
    Row,
    Value,
    student_columns,
)
from .gather import Class
from .sections import SectionTable


def write_tables(data: Class, folder: Path) -> list[Path]:
    """Write the tables of a class into a folder, which is created if it is missing.

    Return the files: `students.csv` (points by task), `cells.csv` (points of each student in each
    cell), `checks.csv` (the results of the class in each), `messages.csv` (the messages that each
    student got), and one for each of the course's own tables, named after its title.
    """
    in_file = [column for column in student_columns(data) if column.name]
    tables = {
        "students": _table(in_file, data.submissions),
        "cells": _table(CELL_COLUMNS, _cell_rows(data)),
        "checks": _table(CHECK_COLUMNS, data.checks),
        "messages": _table(MESSAGE_COLUMNS, _message_rows(data)),
    }
    for section in data.sections:
        if section.failure:
            continue
        name = re.sub(r"\W+", "-", section.title.lower()).strip("-")
        tables[name] = _of_the_course(section)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, rows in tables.items():
        path = folder / f"{name}.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)
        written.append(path)
    return written


def _cell_rows(data: Class) -> Iterator[CellRow]:
    for student, submission in sorted(data.scores.submissions.items()):
        for cell, grade in sorted(submission.grades.items(), key=itemgetter(0)):
            yield CellRow(student, cell, grade)


def _message_rows(data: Class) -> Iterator[MessageRow]:
    for student, messages_by_cell in sorted(data.heard.items()):
        grades = data.scores.submissions[student].grades
        for cell, messages in sorted(messages_by_cell.items()):
            for message in messages or [CheckMessage("")]:
                points = grades[cell].auto_score
                yield MessageRow(student, data.names.get(student), cell, points, message)


def _table(columns: Sequence[Column[Row]], rows: Iterable[Row]) -> Iterator[list[str]]:
    yield [escape_formula(column.name) for column in columns]
    for row in rows:
        yield [_text(column.value(row)) for column in columns]


def _of_the_course(section: SectionTable) -> Iterator[list[str]]:
    yield [_as_cell(column) for column in section.columns]
    for row in section.rows:
        yield [_as_cell(" ".join(cell) if isinstance(cell, list) else str(cell)) for cell in row]


def _as_cell(text: str) -> str:
    return escape_formula(one_line(text))


def _text(value: Value) -> str:
    if isinstance(value, float | int):
        return f"{value:.6g}"
    return escape_formula(value)
