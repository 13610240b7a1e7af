"""Reads the exam file and the list of students."""

import csv
import datetime
import tomllib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tasks import KINDS

PAPERS = ("A4", "letter")
ID_COLUMNS = ("id", "student_id")
NAME_COLUMNS = ("name", "first_name", "last_name")


class InputError(Exception):
    """What is wrong with a file, where, and what to do: one sentence."""


@dataclass(frozen=True)
class Task:
    """A task of an exam: its kind, a key of KINDS, and its points."""

    kind: str
    points: float


@dataclass(frozen=True)
class Exam:
    """An exam, as its file describes it. `name` is the file's, without the ending."""

    name: str
    title: str
    date: str
    minutes: int
    paper: str
    tasks: tuple[Task, ...]


@dataclass(frozen=True)
class Student:
    """A student of the list."""

    id: str
    name: str


def read_exam(path: Path) -> Exam:
    """Read an exam file. Raise InputError if it is not as docs/exams.md describes it."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"{path} can't be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8. Save it again as UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is not TOML: {error}.") from None
    _check_keys(str(path), content, ("title", "date", "minutes", "task"), ("paper",))
    title = _of_type(path, content, "title", str, "a text")
    minutes = _of_type(path, content, "minutes", int, "a whole number")
    date = _of_type(path, content, "date", (str, datetime.date), "a date, such as 2026-12-11")
    paper = content.get("paper", PAPERS[0])
    if paper not in PAPERS:
        raise InputError(f"{path}: paper should be one of {', '.join(PAPERS)}, not {paper!r}.")
    tables = _of_type(path, content, "task", list, "written as [[task]]")
    if not tables:
        raise InputError(f"{path} has no task. Write [[task]], with kind and points below.")
    tasks = tuple(_task(f"{path}, task {number}", table) for number, table in enumerate(tables, 1))
    return Exam(path.stem, title, str(date), minutes, paper, tasks)


def _task(where: str, table: Any) -> Task:
    if not isinstance(table, dict):
        raise InputError(f"{where}: write it as [[task]], with kind and points below.")
    _check_keys(where, table, ("kind", "points"), ())
    kind = table["kind"]
    if not isinstance(kind, str) or kind not in KINDS:
        raise InputError(f"{where}: kind should be one of {', '.join(KINDS)}, not {kind!r}.")
    points = table["points"]
    is_number = isinstance(points, (int, float)) and not isinstance(points, bool)
    if not is_number or not 0 < points <= 1000 or points * 2 != int(points * 2):
        raise InputError(f"{where}: points should be a number such as 4 or 4.5, not {points!r}.")
    return Task(kind, points)


def _check_keys(
    where: str, table: dict[str, Any], required: Sequence[str], optional: Sequence[str]
) -> None:
    missing = [key for key in required if key not in table]
    if missing:
        raise InputError(f"{where} lacks {missing[0]!r}.")
    unknown = [key for key in table if key not in (*required, *optional)]
    if unknown:
        known = ", ".join((*required, *optional))
        raise InputError(f"{where} has {unknown[0]!r}, which does not exist. It may have {known}.")


def _of_type(path: Path, table: dict[str, Any], key: str, wanted: Any, words: str) -> Any:
    if not isinstance(table[key], wanted) or isinstance(table[key], bool):
        raise InputError(f"{path}: {key} should be {words}, not {table[key]!r}.")
    return table[key]


def read_students(path: Path) -> list[Student]:
    """Read the list of students, in its order.

    The file has a column `id` or `student_id`, and may have `name`, or `first_name` and
    `last_name`. Raises InputError if there is no such column, or if an id is missing or there
    twice.
    """
    students = []
    lines: dict[str, int] = {}
    for number, row in read_table(path, ID_COLUMNS):
        student_id = next(row[column] for column in ID_COLUMNS if column in row)
        where = f"{path}, line {number}"
        if not student_id:
            raise InputError(f"{where} has no id. Fill it in, or delete the line.")
        if any(unicodedata.category(character)[0] == "C" for character in student_id):
            raise InputError(f"{where}: the id {student_id!r} has an invisible character.")
        if student_id[0] in "=+-@":
            raise InputError(
                f"{where}: a spreadsheet would take the id {student_id!r} for a formula. Give the "
                "student another one."
            )
        if student_id in lines:
            raise InputError(
                f"{where}: the id {student_id!r} is in line {lines[student_id]}, too. Ids differ."
            )
        lines[student_id] = number
        name = " ".join(row[column] for column in NAME_COLUMNS if row.get(column))
        students.append(Student(student_id, name))
    if not students:
        raise InputError(f"{path} has no students below its first line.")
    return students


def read_table(path: Path, one_of: Sequence[str]) -> list[tuple[int, dict[str, str]]]:
    """Read a CSV file as spreadsheets write it: with a byte order mark, commas, semicolons or tabs.

    Arguments:
        path: the file.
        one_of: names of columns, one of which must be there.

    Returns a list of line numbers and rows, {column: text}. Columns are in lower case, with `_`
    instead of spaces. Empty lines are left out. Raises InputError.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{path} can't be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8. Save it again as CSV UTF-8.") from None
    first_line = text.partition("\n")[0]
    delimiter = max(",;\t", key=first_line.count)
    try:
        reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter, strict=True)
        numbered = [(reader.line_num, [field.strip() for field in row]) for row in reader]
    except csv.Error as error:
        raise InputError(f"{path} is not CSV: {error}.") from None
    filled = [(number, row) for number, row in numbered if any(row)]
    header = [name.lower().replace(" ", "_") for name in filled[0][1]] if filled else []
    if not set(header) & set(one_of):
        raise InputError(f"{path} has no column {one_of[0]!r}. Name it in the first line.")
    rows = []
    for number, row in filled[1:]:
        if len(row) > len(header):
            raise InputError(
                f"{path}, line {number} has {len(row)} fields, and the first line has "
                f"{len(header)}. Put quotes around a field with a {delimiter!r} in it."
            )
        padded = row + [""] * (len(header) - len(row))
        rows.append((number, dict(zip(header, padded, strict=True))))
    return rows
