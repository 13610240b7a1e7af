"""Tables of the report as CSV, for a spreadsheet or a script.

Entry point: `write_tables`. Text that students wrote is escaped so that no spreadsheet program runs
it as a formula (`nbjudge.plugins.exports.escape_formula`).
"""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

from ..course.failed_cells import CheckMessage
from ..files.text import one_line
from ..plugins.exports import escape_formula
from .gather import Class
from .sections import SectionTable


def write_tables(data: Class, folder: Path) -> list[Path]:
    """Write the tables of a class into a folder, which is created if it is missing.

    Return the files: `students.csv` (points by task), `cells.csv` (points of each student in each
    cell), `checks.csv` (the results of the class in each), `messages.csv` (the messages that each
    student got), and one for each of the course's own tables, named after its title.
    """
    tables = {"students": _students(data), "cells": _cells(data)}
    tables |= {"checks": _checks(data), "messages": _messages(data)}
    for section in data.sections:
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


def _students(data: Class) -> Iterator[list[str]]:
    tasks = list(data.scores.tasks)
    yield [
        "student_id",
        "name",
        *map(escape_formula, tasks),
        "points",
        "of",
        "to_grade",
        "attention",
    ]
    for submission in data.submissions:
        student = submission.student_id
        yield [
            escape_formula(student),
            escape_formula(data.names.get(student)),
            *(_number(submission.task_score(task)) for task in tasks),
            _number(submission.score),
            _number(data.scores.max_score),
            str(sum(cell.by_hand for cell in submission.pending)),
            _as_cell("; ".join(data.reasons.get(student, []))),
        ]


def _cells(data: Class) -> Iterator[list[str]]:
    yield ["student_id", "notebook", "cell", "automatic", "manual", "extra", "of", "to_grade"]
    for student, submission in sorted(data.scores.submissions.items()):
        grades = submission.grades
        for cell in sorted(grades):
            grade = grades[cell]
            names = (student, cell.notebook, cell.name)
            extra = grade.extra_credit or 0.0
            points = (grade.auto_score, grade.manual_score, extra, cell.max_score)
            pending = str(int(grade.needs_manual_grade))
            yield [*map(escape_formula, names), *map(_number, points), pending]


def _checks(data: Class) -> Iterator[list[str]]:
    yield ["notebook", "cell", "of", "scored", "passed", "wrong", "not_written", "lacking",
           "mean_lost", "difficulty"]  # fmt: skip
    for check in data.checks:
        counts = (check.scored, check.passed, check.wrong, check.unwritten, check.lacking)
        yield [
            escape_formula(check.cell.notebook),
            escape_formula(check.cell.name),
            _number(check.cell.max_score),
            *map(str, counts),
            _number(check.lost),
            _number(check.difficulty),
        ]


def _messages(data: Class) -> Iterator[list[str]]:
    yield ["student_id", "name", "notebook", "cell", "points", "of", "error", "message"]
    for student, said in sorted(data.heard.items()):
        grades = data.scores.submissions[student].grades
        for cell, messages in sorted(said.items()):
            for message in messages or [CheckMessage("")]:
                yield [
                    escape_formula(student),
                    escape_formula(data.names.get(student)),
                    escape_formula(cell.notebook),
                    escape_formula(cell.name),
                    _number(grades[cell].auto_score),
                    _number(cell.max_score),
                    escape_formula(message.error),
                    _as_cell(message.text),
                ]


def _of_the_course(section: SectionTable) -> Iterator[list[str]]:
    yield [_as_cell(column) for column in section.columns]
    for row in section.rows:
        yield [_as_cell(" ".join(cell) if isinstance(cell, list) else str(cell)) for cell in row]


def _as_cell(text: str) -> str:
    return escape_formula(one_line(text))


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"
